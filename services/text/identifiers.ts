// Names of programs, settings, options and functions: `work_mem`, `asyncio.gather`, `std::vector`, `--no-verify`, `-S`, `v1.2`.
const JOINED = /(?<![\p{L}\p{N}_.:-])[\p{L}\p{N}]+(?:(?:[_.]|::)[\p{L}\p{N}]+)+/gu;
const OPTION = /(?<![^\s([{|/,'"`=])--?[A-Za-z0-9][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*/g;
const CAMEL_CASE = /(?<![\p{L}\p{N}])\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+(?![\p{L}\p{N}])/gu;

/** A text without any of these characters has no identifier. */
const MAY_HAVE = /[_.:-]|\p{Ll}\p{Lu}/u;

/** An identifier as it is searched. */
export interface Identifier {
  /** The whole name, in lower case; an option of one letter keeps its case, since `-s` and `-S` differ. */
  name: string;
  /** Parts that are no words of the text by themselves; folded. */
  parts: readonly string[];
}

/** The identifiers of a text in order, repetitions kept. */
export function identifiersIn(text: string): Identifier[] {
  if (!MAY_HAVE.test(text)) return [];
  return [
    ...Array.from(text.matchAll(JOINED), ([name]) => ({ name: name.toLowerCase(), parts: [] })),
    ...Array.from(text.matchAll(OPTION), ([name]) => ({
      name: /^-[A-Za-z]$/.test(name) ? name : name.toLowerCase(),
      parts: [],
    })),
    ...Array.from(text.matchAll(CAMEL_CASE), ([name]) => ({
      name: '',
      parts: name.split(/(?=\p{Lu})/u).map((part) => part.toLowerCase()),
    })),
  ];
}
