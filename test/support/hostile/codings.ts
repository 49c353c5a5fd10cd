import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { answer, html, prose, type Hostile } from './hostile.ts';

const ZEROS_BYTES = 64 * 1024 * 1024;
const zeros = () => Buffer.alloc(ZEROS_BYTES);
const coded =
  (coding: string, body: () => Uint8Array) =>
  (socket: Socket): void =>
    answer(socket, { ...html, 'content-encoding': coding }, body());

const EMPTY_MEMBERS = 400_000;
const textBytes = Buffer.from(prose);

/** Bodies whose content coding is the attack. */
export const codings: Hostile[] = [
  {
    name: '64 MiB of zeros in brotli',
    gives: ['upstream_error'],
    serve: coded('br', () => brotliCompressSync(zeros())),
  },
  { name: '64 MiB of zeros in gzip', gives: ['upstream_error'], serve: coded('gzip', () => gzipSync(zeros())) },
  {
    name: '64 MiB of zeros in deflate',
    gives: ['upstream_error'],
    serve: coded('deflate', () => deflateSync(zeros())),
  },
  { name: '64 MiB of zeros in zstd', gives: ['upstream_error'], serve: coded('zstd', () => zstdCompressSync(zeros())) },
  {
    name: 'a bomb in gzip twice',
    gives: ['upstream_error'],
    serve: coded('gzip, gzip', () => gzipSync(gzipSync(zeros()))),
  },
  {
    name: 'a bomb in three codings',
    gives: ['upstream_error'],
    serve: coded('gzip, zstd, br', () => brotliCompressSync(zstdCompressSync(gzipSync(zeros())))),
  },
  { name: 'five codings', gives: ['upstream_error'], serve: coded('gzip, gzip, gzip, gzip, gzip', () => textBytes) },
  { name: 'a coding that nobody knows', gives: ['upstream_error'], serve: coded('rot13', () => textBytes) },
  {
    name: 'a coding named like a member of every object',
    gives: ['upstream_error'],
    serve: coded('constructor', () => textBytes),
  },
  { name: 'gzip that is plain text', gives: ['upstream_error'], serve: coded('gzip', () => textBytes) },
  {
    name: 'gzip that ends early',
    gives: ['upstream_error'],
    serve: coded('gzip', () => gzipSync(textBytes).subarray(0, -12)),
  },
  {
    name: 'brotli that ends early',
    gives: ['upstream_error'],
    serve: coded('br', () => brotliCompressSync(textBytes).subarray(0, -6)),
  },
  {
    name: 'gzip with a broken middle',
    gives: ['upstream_error'],
    serve: coded('gzip', () => gzipSync(textBytes).fill(0xff, 20, 40)),
  },
  {
    name: 'gzip followed by garbage',
    gives: ['ok', 'upstream_error'],
    serve: coded('gzip', () => Buffer.concat([gzipSync(textBytes), Buffer.alloc(4_096, 'x')])),
  },
  {
    name: '400,000 empty gzip members',
    gives: ['upstream_error', 'extraction_failed'],
    serve: coded('gzip', () => Buffer.concat(Array<Buffer>(EMPTY_MEMBERS).fill(gzipSync('')))),
  },
];
