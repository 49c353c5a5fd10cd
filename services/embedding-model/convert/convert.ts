import { miniLmGraph } from './minilm-graph.ts';
import { encodeModel } from './onnx-messages.ts';
import { readSafetensors } from './safetensors.ts';

// Gelu is an operator since this one.
const OPSET = 20;
const IR_VERSION = 9;

/**
 * The published weights as a model file that onnxruntime runs: products and the table of words in 8 bits. The same weights
 * give the same bytes on every machine.
 *
 * @throws Error for weights that are cut off or of another model
 */
export function convertMiniLm(safetensors: Buffer): Uint8Array {
  return encodeModel(miniLmGraph(readSafetensors(safetensors)), { irVersion: IR_VERSION, opset: OPSET });
}
