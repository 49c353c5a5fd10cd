import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

// The messages of onnx.proto3 that our graph needs, by their field numbers.
const MODEL = { irVersion: 1, producerName: 2, graph: 7, opsetImport: 8 };
const OPSET = { domain: 1, version: 2 };
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12, valueInfo: 13 };
const NODE = { input: 1, output: 2, name: 3, opType: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, float: 2, int: 3, ints: 8, type: 20 };
const ATTRIBUTE_TYPE = { float: 1, int: 2, ints: 7 };
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 };
const VALUE_INFO = { name: 1, type: 2 };
const TENSOR_TYPE = { elementType: 1, shape: 2 };
const DIMENSION = { value: 1, parameter: 2 };
const TYPE_TENSOR = 1;
const SHAPE_DIMENSION = 1;

export const ELEMENT = { float: 1, uint8: 2, int8: 3, int64: 7 } as const;

/** A whole number, a list of them, or a floating-point number. */
export type Attribute = number | readonly number[] | { float: number };

export interface OnnxNode {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: Readonly<Record<string, Attribute>>;
}

export interface OnnxTensor {
  name: string;
  element: number;
  /** Empty for a single number. */
  shape: readonly number[];
  bytes: Uint8Array;
}

/** An input or output; a named dimension is chosen by each run. */
export interface OnnxValue {
  name: string;
  element: number;
  shape: ReadonlyArray<number | string>;
}

export interface OnnxGraph {
  name: string;
  nodes: readonly OnnxNode[];
  tensors: readonly OnnxTensor[];
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
  /** Shapes of results within the graph. onnxruntime fuses operators only if it knows them. */
  values: readonly OnnxValue[];
}

type Field = (writer: BinaryWriter) => BinaryWriter;

const number =
  (field: number, value: number): Field =>
  (writer) =>
    writer.tag(field, WireType.Varint).int64(value);
const float =
  (field: number, value: number): Field =>
  (writer) =>
    writer.tag(field, WireType.Bit32).float(value);
const bytes =
  (field: number, value: Uint8Array): Field =>
  (writer) =>
    writer.tag(field, WireType.LengthDelimited).bytes(value);
const text =
  (field: number, value: string): Field =>
  (writer) =>
    writer.tag(field, WireType.LengthDelimited).string(value);
const message = (field: number, ...fields: Field[]): Field => bytes(field, encoded(fields));

function encoded(fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const write of fields) write(writer);
  return writer.finish();
}

/** The bytes of a model file. Equal graphs give equal bytes. */
export function encodeModel(graph: OnnxGraph, { irVersion, opset }: { irVersion: number; opset: number }): Uint8Array {
  return encoded([
    number(MODEL.irVersion, irVersion),
    text(MODEL.producerName, 'quarry'),
    message(
      MODEL.graph,
      ...graph.nodes.map((node) => message(GRAPH.node, ...nodeFields(node))),
      text(GRAPH.name, graph.name),
      ...graph.tensors.map((tensor) => message(GRAPH.initializer, ...tensorFields(tensor))),
      ...graph.inputs.map((value) => message(GRAPH.input, ...valueFields(value))),
      ...graph.outputs.map((value) => message(GRAPH.output, ...valueFields(value))),
      ...graph.values.map((value) => message(GRAPH.valueInfo, ...valueFields(value))),
    ),
    message(MODEL.opsetImport, text(OPSET.domain, ''), number(OPSET.version, opset)),
  ]);
}

function nodeFields({ operator, inputs, outputs, attributes }: OnnxNode): Field[] {
  return [
    ...inputs.map((name) => text(NODE.input, name)),
    ...outputs.map((name) => text(NODE.output, name)),
    text(NODE.name, `${outputs[0] ?? ''}/${operator}`),
    text(NODE.opType, operator),
    ...Object.entries(attributes).map(([name, value]) => message(NODE.attribute, ...attributeFields(name, value))),
  ];
}

function attributeFields(name: string, value: Attribute): Field[] {
  const named = text(ATTRIBUTE.name, name);
  if (typeof value === 'number')
    return [named, number(ATTRIBUTE.int, value), number(ATTRIBUTE.type, ATTRIBUTE_TYPE.int)];
  if ('float' in value)
    return [named, float(ATTRIBUTE.float, value.float), number(ATTRIBUTE.type, ATTRIBUTE_TYPE.float)];
  return [named, ...value.map((one) => number(ATTRIBUTE.ints, one)), number(ATTRIBUTE.type, ATTRIBUTE_TYPE.ints)];
}

function tensorFields({ name, element, shape, bytes: content }: OnnxTensor): Field[] {
  return [
    ...shape.map((size) => number(TENSOR.dims, size)),
    number(TENSOR.dataType, element),
    text(TENSOR.name, name),
    bytes(TENSOR.rawData, content),
  ];
}

function valueFields({ name, element, shape }: OnnxValue): Field[] {
  const dimensions = shape.map((size) =>
    message(
      SHAPE_DIMENSION,
      typeof size === 'number' ? number(DIMENSION.value, size) : text(DIMENSION.parameter, size),
    ),
  );
  const type = [number(TENSOR_TYPE.elementType, element), message(TENSOR_TYPE.shape, ...dimensions)];
  return [text(VALUE_INFO.name, name), message(VALUE_INFO.type, message(TYPE_TENSOR, ...type))];
}
