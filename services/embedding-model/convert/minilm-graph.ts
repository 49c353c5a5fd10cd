import { createGraphBuilder, type GraphBuilder, type QuantizedInput } from './graph-builder.ts';
import { ELEMENT, type OnnxGraph } from './onnx-messages.ts';
import type { FloatTensor } from './safetensors.ts';

// all-MiniLM-L6-v2, from its config.json.
const LAYERS = 6;
const HEADS = 12;
const DIMENSIONS = 384;
const HEAD_DIMENSIONS = DIMENSIONS / HEADS;
const LAYER_NORM_EPSILON = 1e-12;
// A masked token gets no attention.
const MASKED = -10_000;
const SPLIT_HEADS = [0, 2, 1, 3];
const SPLIT_HEADS_TRANSPOSED = [0, 2, 3, 1];

// Dimensions that each run chooses.
const BATCH = ['batch', 'tokens'];

type Weights = (name: string) => FloatTensor;

interface Making {
  graph: GraphBuilder;
  weights: Weights;
}

/** The graph from token ids to one vector of length 1: BERT, the mean of the tokens' vectors, normalized. */
export function miniLmGraph(weights: Weights): OnnxGraph {
  const graph = createGraphBuilder();
  const making = { graph, weights };
  const mask = graph.apply('Cast', ['attention_mask'], { to: ELEMENT.float });
  const shared = sharedTensors(graph, mask);
  let tokens = embeddedTokens(making);
  for (let layer = 0; layer < LAYERS; layer += 1) tokens = encoderLayer(making, tokens, { layer, ...shared });
  direction(graph, meanOfTokens(graph, tokens, mask));
  return {
    name: 'all-MiniLM-L6-v2',
    nodes: graph.nodes,
    tensors: graph.tensors,
    values: graph.values,
    inputs: ['input_ids', 'attention_mask'].map((name) => ({
      name,
      element: ELEMENT.int64,
      shape: BATCH,
    })),
    outputs: [{ name: 'embedding', element: ELEMENT.float, shape: ['batch', DIMENSIONS] }],
  };
}

interface SharedTensors {
  /** Added to the attention's scores: 0 for a token, a large negative number for padding. */
  bias: string;
  headShape: string;
  tokenShape: string;
  headScale: string;
}

function sharedTensors(graph: GraphBuilder, mask: string): SharedTensors {
  const spread = graph.apply('Unsqueeze', [mask, graph.wholeNumbers('axes_1_2', [1, 2])]);
  const absent = graph.apply('Sub', [graph.float('one', 1), spread]);
  return {
    bias: graph.apply('Mul', [absent, graph.float('masked', MASKED)]),
    headShape: graph.wholeNumbers('head_shape', [0, 0, HEADS, HEAD_DIMENSIONS]),
    tokenShape: graph.wholeNumbers('token_shape', [0, 0, DIMENSIONS]),
    headScale: graph.float('head_scale', Math.sqrt(HEAD_DIMENSIONS)),
  };
}

function embeddedTokens({ graph, weights }: Making): string {
  const words = graph.lookUp('words', weights('embeddings.word_embeddings.weight'), 'input_ids');
  // A text is one segment, the first of two rows.
  const { values } = weights('embeddings.token_type_embeddings.weight');
  const segment = graph.floats('segment', { shape: [DIMENSIONS], values: values.slice(0, DIMENSIONS) });
  const length = graph.apply('Gather', [graph.apply('Shape', ['input_ids']), graph.wholeNumber('tokens_axis', 1)], {
    axis: 0,
  });
  const axes = graph.wholeNumbers('axis_0', [0]);
  const lengths = graph.apply('Unsqueeze', [length, axes]);
  const positions = graph.apply('Slice', [
    graph.floats('positions', weights('embeddings.position_embeddings.weight')),
    graph.wholeNumbers('from_0', [0]),
    lengths,
    axes,
  ]);
  const sum = graph.apply('Add', [graph.apply('Add', [words, segment]), positions]);
  return layerNorm({ graph, weights }, sum, 'embeddings.LayerNorm');
}

function encoderLayer(
  making: Making,
  tokens: string,
  { layer, bias, headShape, tokenShape, headScale }: SharedTensors & { layer: number },
): string {
  const { graph } = making;
  const named = (part: string) => `encoder.layer.${layer}.${part}`;
  const input = graph.quantized(tokens);
  const heads = (part: string, perm: readonly number[]) =>
    graph.apply('Transpose', [graph.apply('Reshape', [linear(making, input, named(part)), headShape])], { perm });
  const query = heads('attention.self.query', SPLIT_HEADS);
  const key = heads('attention.self.key', SPLIT_HEADS_TRANSPOSED);
  const value = heads('attention.self.value', SPLIT_HEADS);
  const scores = graph.apply('Div', [graph.apply('MatMul', [query, key]), headScale]);
  const attention = graph.apply('Softmax', [graph.apply('Add', [scores, bias])], { axis: -1 });
  const mixed = graph.apply('Transpose', [graph.apply('MatMul', [attention, value])], { perm: SPLIT_HEADS });
  const joined = graph.quantized(graph.apply('Reshape', [mixed, tokenShape]));
  const attended = addAndNorm(making, linear(making, joined, named('attention.output.dense')), {
    residual: tokens,
    name: named('attention.output.LayerNorm'),
  });
  const wide = graph.apply('Gelu', [linear(making, graph.quantized(attended), named('intermediate.dense'))]);
  return addAndNorm(making, linear(making, graph.quantized(wide), named('output.dense')), {
    residual: attended,
    name: named('output.LayerNorm'),
  });
}

function linear({ graph, weights }: Making, input: QuantizedInput, name: string): string {
  const product = graph.multiply(`${name}.weight`, input, weights(`${name}.weight`));
  const bias = weights(`${name}.bias`);
  const sum = graph.apply('Add', [product, graph.floats(`${name}.bias`, bias)]);
  return graph.shaped(sum, [...BATCH, ...bias.shape]);
}

function addAndNorm(making: Making, tokens: string, { residual, name }: { residual: string; name: string }): string {
  return layerNorm(making, making.graph.apply('Add', [tokens, residual]), name);
}

function layerNorm({ graph, weights }: Making, tokens: string, name: string): string {
  const scale = graph.floats(`${name}.weight`, weights(`${name}.weight`));
  const bias = graph.floats(`${name}.bias`, weights(`${name}.bias`));
  const attributes = { axis: -1, epsilon: { float: LAYER_NORM_EPSILON } };
  return graph.shaped(graph.apply('LayerNormalization', [tokens, scale, bias], attributes), [...BATCH, DIMENSIONS]);
}

function meanOfTokens(graph: GraphBuilder, tokens: string, mask: string): string {
  const weighed = graph.apply('Mul', [tokens, graph.apply('Unsqueeze', [mask, graph.wholeNumbers('axis_2', [2])])]);
  const axis = graph.wholeNumbers('axis_1', [1]);
  const sum = graph.apply('ReduceSum', [weighed, axis], { keepdims: 0 });
  return graph.apply('Div', [sum, graph.apply('ReduceSum', [mask, axis], { keepdims: 1 })]);
}

function direction(graph: GraphBuilder, vector: string): string {
  const length = graph.apply('ReduceL2', [vector, graph.wholeNumbers('axis_1_of_vector', [1])], { keepdims: 1 });
  return graph.applyAs('embedding', 'Div', [vector, length]);
}
