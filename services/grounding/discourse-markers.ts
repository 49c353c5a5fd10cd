import { wordsOf } from '../text/words.ts';
import type { Source } from '../page-text/source.ts';

// Without a comma or a colon after them, these words may open another phrase: "in addition to Norway", "in short
// supply".
const JOINING = [
  'in (?:short|summary|sum|total|addition|conclusion|contrast|comparison|fact|brief|essence|general|particular|other words)',
  'as (?:a|one) result|as a consequence|as such|by (?:contrast|comparison)|on the other hand|at the same time|to (?:sum up|summari[sz]e|conclude)|for (?:example|instance)',
  'additionally|also|furthermore|moreover|meanwhile|overall|however|nevertheless|nonetheless|therefore|thus|hence|consequently|likewise|similarly|finally|lastly|notably|importantly|specifically|crucially',
];
const LABEL =
  'key (?:finding|fact|point|takeaway|result)s?|conclusions?|summary|overview|in short|bottom line|takeaway';
const OPENING = new RegExp(`^[\\s*_]*(?:(?:${JOINING.join('|')})[*_]*[,:]|(?:${LABEL})[*_]*:)[\\s*_]*`, 'i');

/**
 * A sentence without its discourse marker: "In short, …", "Conclusion: …". The comma stays, so that a capital after it
 * still marks a name, not the start of a sentence.
 */
export function withoutDiscourseMarker(sentence: string): string {
  return sentence.replace(OPENING, (opening) => (opening.includes(':') ? '' : ', '));
}

const ATTRIBUTES =
  /\b(?:according to|as (?:reported|stated|noted) by|per|reports?|reported|says?|said|states?|stated|notes?|noted)\b/i;
const FROM = String.raw`(?:according to|as (?:reported|stated|noted) by|per)`;
const SAYS = String.raw`(?:reports?|reported|says?|said|states?|stated|notes?|noted)`;
const FEWEST_TITLE_WORDS = 4;

/**
 * A claim without a leading "According to …," or "… reports that", if the phrase names the source itself, or only its
 * marker.
 */
export function withoutAttribution(claim: string, source: Source): string {
  const rest = withoutDiscourseMarker(claim);
  if (!ATTRIBUTES.test(rest)) return claim;
  // A source without a name matches nothing.
  const own =
    ownNames(source)
      .map((name) => `(?:the )?${name}`)
      .join('|') || '(?!)';
  const from = String.raw`${FROM}[^\p{L}\p{N},]*(?:(?:${own})[^\p{L}\p{N},]{0,5})?,\s*`;
  const says = String.raw`(?:${own})[^\p{L}\p{N},.]{1,5}${SAYS}\b,?\s*(?:that\b)?`;
  const attribution = new RegExp(String.raw`^[\s,*_]*(?:${from}|${says})`, 'iu');
  return attribution.test(rest) ? rest.replace(attribution, ', ') : claim;
}

/**
 * The source's name, and its title if that is the title of a text. A short title, or one that the text mentions, may
 * name a person whom the text quotes.
 */
function ownNames({ name, title, passages }: Source): string[] {
  const titleWords = wordsOf(title);
  const isSpokenOf = passages.some((passage) =>
    ` ${wordsOf(passage).join(' ')} `.includes(` ${titleWords.join(' ')} `),
  );
  const names = titleWords.length >= FEWEST_TITLE_WORDS && !isSpokenOf ? [name, title] : [name];
  return names.map(asPattern).filter((pattern) => pattern !== '');
}

const asPattern = (name: string) => (name.match(/[\p{L}\p{N}]+/gu) ?? []).join(String.raw`[^\p{L}\p{N}]{1,5}`);
