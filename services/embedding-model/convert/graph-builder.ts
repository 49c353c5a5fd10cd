import { ELEMENT, type Attribute, type OnnxNode, type OnnxTensor, type OnnxValue } from './onnx-messages.ts';
import { quantizeAsUnsigned, quantizeRowsAsColumns } from './quantize.ts';
import type { FloatTensor } from './safetensors.ts';

/** A graph under construction. Each step returns the name of its result, for later steps. */
export interface GraphBuilder {
  readonly nodes: readonly OnnxNode[];
  readonly tensors: readonly OnnxTensor[];
  readonly values: readonly OnnxValue[];
  floats(name: string, tensor: FloatTensor): string;
  float(name: string, value: number): string;
  wholeNumbers(name: string, values: readonly number[]): string;
  wholeNumber(name: string, value: number): string;
  apply(operator: string, inputs: readonly string[], attributes?: Record<string, Attribute>): string;
  /** Declares the shape of a floating-point result and returns its name. */
  shaped(result: string, shape: OnnxValue['shape']): string;
  /** As `apply`, with a name for the result: an output of the graph. */
  applyAs(output: string, operator: string, inputs: readonly string[]): string;
  /** Looks up rows of a table by number. The table is stored as bytes. */
  lookUp(name: string, table: FloatTensor, rows: string): string;
  /** Quantizes `input` to bytes at each run. Several products may share the result. */
  quantized(input: string): QuantizedInput;
  /** The product with a matrix that has one row for each output, stored as bytes with a scale for each row. */
  multiply(name: string, input: QuantizedInput, matrix: FloatTensor): string;
}

export interface QuantizedInput {
  bytes: string;
  scale: string;
  zeroPoint: string;
}

export function createGraphBuilder(): GraphBuilder {
  const nodes: OnnxNode[] = [];
  const tensors: OnnxTensor[] = [];
  const values: OnnxValue[] = [];

  const tensor = (name: string, element: number, shape: readonly number[], content: ArrayBufferView): string => {
    const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    tensors.push({ name, element, shape, bytes });
    return name;
  };
  const node = (
    operator: string,
    inputs: readonly string[],
    { outputs, attributes = {} }: { outputs: readonly string[]; attributes?: Record<string, Attribute> },
  ): string => {
    nodes.push({ operator, inputs, outputs, attributes });
    return outputs[0] ?? '';
  };
  const nextName = (operator: string) => `${operator}_${nodes.length}`;
  const apply: GraphBuilder['apply'] = (operator, inputs, attributes = {}) =>
    node(operator, inputs, { outputs: [nextName(operator)], attributes });
  const float = (name: string, value: number) => tensor(name, ELEMENT.float, [], Float32Array.of(value));

  return {
    nodes,
    tensors,
    values,
    apply,
    float,
    floats: (name, { shape, values }) => tensor(name, ELEMENT.float, shape, values),
    wholeNumbers: (name, values) => tensor(name, ELEMENT.int64, [values.length], BigInt64Array.from(values, BigInt)),
    wholeNumber: (name, value) => tensor(name, ELEMENT.int64, [], BigInt64Array.of(BigInt(value))),
    shaped: (result, shape) => {
      values.push({ name: result, element: ELEMENT.float, shape });
      return result;
    },
    applyAs: (output, operator, inputs) => node(operator, inputs, { outputs: [output] }),
    lookUp: (name, table, rows) => {
      const { values, scale, zeroPoint } = quantizeAsUnsigned(table);
      const kept = tensor(`${name}.bytes`, ELEMENT.uint8, table.shape, values);
      return apply('DequantizeLinear', [
        apply('Gather', [kept, rows], { axis: 0 }),
        float(`${name}.scale`, scale),
        tensor(`${name}.zero`, ELEMENT.uint8, [], Uint8Array.of(zeroPoint)),
      ]);
    },
    quantized: (input) => {
      const [bytes, scale, zeroPoint] = [`${input}.bytes`, `${input}.scale`, `${input}.zero`];
      node('DynamicQuantizeLinear', [input], { outputs: [bytes, scale, zeroPoint] });
      return { bytes, scale, zeroPoint };
    },
    multiply: (name, input, matrix) => {
      const { values, scales } = quantizeRowsAsColumns(matrix);
      const kept = tensor(`${name}.bytes`, ELEMENT.int8, matrix.shape.toReversed(), values);
      const steps = tensor(`${name}.scale`, ELEMENT.float, [scales.length], scales);
      const zero = tensor(`${name}.zero`, ELEMENT.int8, [scales.length], new Int8Array(scales.length));
      // onnxruntime recognizes this order and form, and runs it as one operation.
      const scale = apply('Mul', [input.scale, steps]);
      const product = apply('MatMulInteger', [input.bytes, kept, input.zeroPoint, zero]);
      return apply('Mul', [apply('Cast', [product], { to: ELEMENT.float }), scale]);
    },
  };
}
