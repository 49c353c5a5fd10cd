/** A tensor of 32-bit floating-point numbers, row by row. */
export interface FloatTensor {
  shape: readonly number[];
  values: Float32Array;
}

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

const LENGTH_BYTES = 8;
const FLOAT_BYTES = 4;

/**
 * The tensors of a file in the safetensors format: the length of a JSON header, the header, the numbers.
 *
 * @returns a function that returns a tensor by its name; it throws for an unknown name
 * @throws Error for a truncated or damaged file
 */
export function readSafetensors(file: Buffer): (name: string) => FloatTensor {
  const headerLength = file.length >= LENGTH_BYTES ? Number(file.readBigUInt64LE()) : Infinity;
  const dataAt = LENGTH_BYTES + headerLength;
  if (dataAt > file.length) throw new Error('the safetensors file is not complete');
  const header = JSON.parse(file.toString('utf8', LENGTH_BYTES, dataAt)) as Record<string, Entry | undefined>;
  return (name) => {
    const entry = header[name];
    if (!entry) throw new Error(`the safetensors file has no tensor ${name}`);
    return floatsOf(file.subarray(dataAt), name, entry);
  };
}

function floatsOf(data: Buffer, name: string, { dtype, shape, data_offsets: [from, to] }: Entry): FloatTensor {
  const count = shape.reduce((product, size) => product * size, 1);
  if (dtype !== 'F32' || to - from !== count * FLOAT_BYTES || to > data.length)
    throw new Error(`the tensor ${name} is not ${count} complete numbers of 32 bits`);
  // A typed array must start at a multiple of its element size, which the file does not guarantee.
  return { shape, values: new Float32Array(Uint8Array.from(data.subarray(from, to)).buffer) };
}
