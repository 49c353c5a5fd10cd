import { deflateSync, inflateSync, crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const MOST_COLOURS = 256;
const COLOUR_TYPE_INDEXED = 3;

/**
 * A screenshot of Chromium with at most 256 colours, a third of its size: it keeps the most frequent colours and
 * replaces all others by the nearest of these. Pages have few colours besides the edges of letters.
 *
 * @param png 8 bits per channel, without interlacing
 */
export function indexedPng(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decoded(png);
  const counts = new Map<number, number>();
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) {
    const from = at * channels;
    const colour = ((pixels[from] ?? 0) << 16) | ((pixels[from + 1] ?? 0) << 8) | (pixels[from + 2] ?? 0);
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts.keys()]
    .toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
    .slice(0, MOST_COLOURS);
  const placeOf = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = placeOf.get(colours[y * width + x] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPE_INDEXED, 0, 0, 0], 8);
  const entries = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', entries),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Infinity;
  for (const [place, one] of palette.entries()) {
    const far = [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((colour >> shift) & 255)) ** 2, 0);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

function decoded(png: Buffer): { width: number; height: number; channels: number; pixels: Buffer } {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  return { width, height, channels, pixels: unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels) };
}

/** Undoes the filters of the rows. @see https://www.w3.org/TR/png-3/#9Filter-types */
function unfiltered(rows: Buffer, stride: number, channels: number): Buffer {
  const pixels = Buffer.alloc((rows.length / (stride + 1)) * stride);
  for (let from = 0, to = 0; from < rows.length; from += stride + 1, to += stride) {
    const filter = rows[from] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : (pixels[to + x - channels] ?? 0);
      const up = to === 0 ? 0 : (pixels[to + x - stride] ?? 0);
      const corner = x < channels || to === 0 ? 0 : (pixels[to + x - stride - channels] ?? 0);
      pixels[to + x] = (rows[from + 1 + x] ?? 0) + predicted(filter, { left, up, corner });
    }
  }
  return pixels;
}

function predicted(filter: number, { left, up, corner }: { left: number; up: number; corner: number }): number {
  if (filter < 4) return [0, left, up, (left + up) >> 1][filter] ?? 0;
  const estimate = left + up - corner;
  const [farLeft, farUp, farCorner] = [left, up, corner].map((one) => Math.abs(estimate - one)) as [
    number,
    number,
    number,
  ];
  if (farLeft <= farUp && farLeft <= farCorner) return left;
  return farUp <= farCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
}
