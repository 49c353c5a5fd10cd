import { miniLmGraph } from './minilm-graph.ts';
import { encodeModel } from './onnx-messages.ts';
import { readSafetensors } from './safetensors.ts';

// The first version with the operator Gelu.
const OPSET = 20;
const IR_VERSION = 9;

/**
 * Converts the published weights to a model file for onnxruntime, with products and the word table in 8 bits. Equal
 * weights give equal bytes on every machine.
 *
 * @throws Error if the weights are truncated or belong to another model
 */
export function convertMiniLm(safetensors: Buffer): Uint8Array {
  return encodeModel(miniLmGraph(readSafetensors(safetensors)), { irVersion: IR_VERSION, opset: OPSET });
}
