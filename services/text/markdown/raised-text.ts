/** Superscript or subscript text in HTML. */
export interface RaisedText {
  content: string;
  position: 'above' | 'below';
  /** The text before it; '' at the start of a block. */
  before: string;
  /** In code nothing is omitted, and every position is marked with signs: no character of it has a second meaning. */
  isCode?: boolean;
}

const toMap = (plain: string, raised: string) =>
  new Map(Array.from(plain, (character, index) => [character, Array.from(raised)[index] ?? '']));
const ABOVE = toMap('0123456789+-−–=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ');
const BELOW = toMap('0123456789+-−–=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ');

/** Longer texts are small for another reason. */
const LONGEST = 24;

/**
 * Superscript or subscript text on the line of the text before it, with its meaning kept: `2^31`, `10^-3`, `m³`, `H2O`,
 * `xᵢ`, `1st`. Footnote marks become '', because they lead nowhere.
 */
export function raisedText({ content, position, before, isCode = false }: RaisedText): string {
  const text = content.replaceAll(/\s+/g, ' ').trim();
  if (text === '' || text.length > LONGEST || /\p{L} \p{L}/u.test(text)) return content;
  if (isCode) return position === 'above' ? `^${grouped(text)}` : `_${grouped(text)}`;
  return position === 'above' ? above(text, before) : below(text, before);
}

// A letter that makes a number an ordinal, in English and Romance languages.
const ORDINAL = /^(?:st|nd|rd|th|e|er|ers|re|res|ère|ères|ème|èmes|eme|ième|nde?|os|as|ta|to|mo|ma|º|ª)$/i;
const ORDINAL_SIGNS: Readonly<Record<string, string>> = { o: 'º', a: 'ª', TM: '™', SM: '℠', tm: '™', sm: '℠' };
const ABBREVIATION_END = /^(?:lles?|mes?|gr|vd|rs|ts|o)$/;
// A mark in brackets refers to a note or requests one: [1], [a], [note 2], [citation needed].
// A colon precedes the page number of the cited source.
const BRACKETED = /^(?:\[[^[\]]{1,30}\]\s*)+$|^:\s?[\d\s,;–-]+$/;
const NOTE_NUMBERS = /^\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*$/;
// Words that take an exponent; after any other word a number is a footnote mark.
const RAISED_WORDS =
  /(?:met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?|sec(?:ond)?s?|hours?|days?|years?|pixels?|units?|sinh|cosh|tanh|sqrt|alpha|beta|gamma|delta|sigma|lambda|theta|omega)$/i;

function above(text: string, before: string): string {
  if (BRACKETED.test(text) || isNoteNumber(text, before)) return '';
  // Signs such as degrees, primes and trade marks are raised anyway.
  if (!/[\p{L}\p{N}+=−–-]/u.test(text)) return text;
  const sign = ORDINAL_SIGNS[text];
  if (/\d$/.test(before)) return sign ?? (ORDINAL.test(text) ? text : `^${grouped(text)}`);
  if (/^[TS]M$/i.test(text) && sign) return sign;
  if (/\p{L}$/u.test(before) && ABBREVIATION_END.test(text)) return text;
  return inOneLetter(text, ABOVE) ?? (hasBase(before) ? `^${grouped(text)}` : text);
}

function isNoteNumber(text: string, before: string): boolean {
  if (!NOTE_NUMBERS.test(text)) return false;
  if (/[.,;:!?"”’»…]$/.test(before) || (/[,;]/.test(text) && /\p{L}$/u.test(before))) return true;
  return /(?:^|\P{L})\p{L}?\p{Ll}{4,}$/u.test(before) && !RAISED_WORDS.test(before);
}

// A count follows the symbol of an element or a group of them.
const ELEMENT = /(?:^|\P{Ll})(?:\p{Lu}\p{Ll}?|\p{Ll})?(?:\p{Lu}\p{Ll}?|[)\]])$/u;

function below(text: string, before: string): string {
  if (!hasBase(before)) return inOneLetter(text, BELOW) ?? text;
  if (/^\d{1,3}$/.test(text) && ELEMENT.test(before)) return text;
  if (/\d$/.test(before)) return `_${grouped(text)}`;
  const isSign = text.length === 1 || !/\p{L}/u.test(text);
  return (isSign ? inOneLetter(text, BELOW) : undefined) ?? `_${grouped(text)}`;
}

const hasBase = (before: string) => /[\p{L}\p{N})\]|}′'∑∏∫Σ]$/u.test(before);

/** In Unicode superscript or subscript characters; undefined if one is missing. */
function inOneLetter(text: string, characters: ReadonlyMap<string, string>): string | undefined {
  const raised = Array.from(text, (character) => characters.get(character));
  return raised.includes(undefined) ? undefined : raised.join('');
}

/** In parentheses, unless it is a number with its sign or a single word. */
const grouped = (text: string) => (/^(?:[+−–-]?[\d.,]+|[\d.,]*[+−–-]|[\p{L}\p{N}]+)$/u.test(text) ? text : `(${text})`);

const TAGS = /<(sup|sub)\b[^<>]*>([^<>]{0,200})<\/\1\s*>/gi;
const FRACTION = /(\d?)<sup\b[^<>]*>\s*(\d{1,4})\s*<\/sup>\s*[/⁄]\s*<sub\b[^<>]*>\s*(\d{1,4})\s*<\/sub>/gi;

/** A text with its `<sup>` and `<sub>` written on the line, for Markdown documents with HTML. */
export function raisedInText(text: string): string {
  if (!/<su[bp]/i.test(text)) return text;
  const whole = text.replaceAll(
    FRACTION,
    (_fraction, before: string, top: string, bottom: string) => `${before}${before && ' '}${top}/${bottom}`,
  );
  let written = '';
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: content = '', index } of whole.matchAll(TAGS)) {
    written += whole.slice(end, index);
    written += raisedText({
      content,
      position: name.toLowerCase() === 'sup' ? 'above' : 'below',
      before: written.slice(-LONGEST),
    });
    end = index + tag.length;
  }
  return written + whole.slice(end);
}
