import { bodies } from './bodies.ts';
import { codings } from './codings.ts';
import { documents } from './documents.ts';
import type { Hostile } from './hostile.ts';
import { pdfs } from './pdfs.ts';
import { redirects } from './redirects.ts';
import { scripts } from './scripts.ts';
import { secure } from './secure.ts';
import { wire } from './wire.ts';

/** Every kind, by what it attacks. Both the origins' thread and the test read this table; the place in it is the address. */
export const HOSTILE: Record<string, Hostile[]> = {
  codings,
  bodies,
  wire,
  redirects,
  secure,
  documents,
  pdfs,
  scripts,
};
