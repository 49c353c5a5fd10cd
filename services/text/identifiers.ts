// Names of programs, settings, options and functions: `work_mem`, `asyncio.gather`, `std::vector`, `--no-verify`, `-S`, `v1.2`.
// Texts of scripts without spaces write them between their own letters: `work_memの値`.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const LETTER = String.raw`[[\p{L}\p{N}]--[${UNSPACED}]]`;
const JOINED = new RegExp(String.raw`(?<![${LETTER}_.:\-])${LETTER}+(?:(?:[_.]|::)${LETTER}+)+`, 'gv');
const OPTION = new RegExp(
  String.raw`(?<![^\s\(\[\{\|\/,'"${'`'}=${UNSPACED}])--?[A-Za-z0-9][A-Za-z0-9]*(?:[\-_.][A-Za-z0-9]+)*`,
  'gv',
);
const CAMEL_CASE = new RegExp(String.raw`(?<!${LETTER})\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+(?!${LETTER})`, 'gv');

/** Of formats: `%an`, `%Y`. */
const PLACEHOLDER = /(?<![\p{L}\p{N}%])%\p{L}{1,3}(?![\p{L}\p{N}])/gu;

/** A text without any of these characters has no identifier. */
const MAY_HAVE = /[_.:%-]|\p{Ll}\p{Lu}/u;

/** An identifier as it is searched. */
export interface Identifier {
  /** The whole name, in lower case; an option of one letter and a placeholder keep theirs: `-s` and `-S`, `%h` and `%H`. */
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
    ...Array.from(text.matchAll(PLACEHOLDER), ([name]) => ({ name, parts: [] })),
    ...Array.from(text.matchAll(CAMEL_CASE), ([name]) => ({
      name: '',
      parts: name.split(/(?=\p{Lu})/u).map((part) => part.toLowerCase()),
    })),
  ];
}
