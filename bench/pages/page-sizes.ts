import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Reading } from './read.ts';

const MIB = 1024 * 1024;
const SIZES_MIB = [1, 2, 5, 10];
const WORDS = 'the harbour was built in winter of great storm when nobody else would work outside and slate cut'.split(
  ' ',
);

/** Each returns one piece of a page, by its position. */
const KINDS: Record<string, (place: number) => string> = {
  text: (place) => `<p>${words(place, 60)}.</p>\n`,
  lists: (place) =>
    `<ul>${Array.from({ length: 8 }, (_, item) => `<li><a href="/${place}/${item}">${words(place + item, 2)}</a> ${words(item, 3)}</li>`).join('')}</ul>\n`,
  tables: (place) =>
    `<table><tr><th>A</th><th>B</th><th>C</th></tr>${Array.from({ length: 30 }, (_, row) => `<tr><td>${row}</td><td>${words(place + row, 2)}</td><td>${row * place}</td></tr>`).join('')}</table>\n`,
  'small elements': (place) =>
    `<p><span class="a"><b>${words(place, 1)}</b></span> <code>${words(place, 1)}</code> <a href="/${place}"><i>${words(place + 1, 1)}</i></a></p>\n`,
  'deep nesting': (place) => `${'<div>'.repeat(300)}<p>${words(place, 20)}.</p>${'</div>'.repeat(300)}\n`,
  'elements without an end': (place) => `<b>${words(place, 1)}<i>`,
};

/** Time and memory of reading large pages, each in a separate process with the limits of the service. */
export async function benchPageSizes(): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, piece] of Object.entries(KINDS)) {
    const figures: string[] = [];
    for (const sizeMib of SIZES_MIB) figures.push(`${sizeMib} MiB ${await readingOf(pageOf(piece, sizeMib * MIB))}`);
    lines.push(`page of ${kind}: ${figures.join('; ')}`);
  }
  return lines;
}

async function readingOf(html: string): Promise<string> {
  const reader = fork(fileURLToPath(new URL('read.ts', import.meta.url)));
  reader.send(html);
  const [{ cpuMs, memoryMib, markdownMib, isCut, failure }] = (await once(reader, 'message')) as [Reading];
  await once(reader, 'exit');
  const outcome = failure ?? `${markdownMib.toFixed(1)} MiB of Markdown${isCut ? ', cut' : ''}`;
  return `${Math.round(cpuMs)} ms of processor time, ${Math.round(memoryMib)} MiB (${outcome})`;
}

function pageOf(piece: (place: number) => string, length: number): string {
  const pieces = ['<!doctype html><title>Large</title><main><h1>Large</h1>\n'];
  for (let written = 0, place = 0; written < length; place += 1) {
    const next = piece(place);
    pieces.push(next);
    written += next.length;
  }
  return pieces.join('').slice(0, length);
}

const words = (place: number, count: number) =>
  Array.from({ length: count }, (_, index) => WORDS[(place * 7 + index * 3) % WORDS.length]).join(' ');
