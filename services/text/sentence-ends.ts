// Abbreviations of two words, cut after the first one.
const FIRST_LETTER = /(?:^|[\s(])[zuod]\.\s*$/;
const SECOND_LETTER = /^[BTUÄR]\.(?=\s)/;

// "3. März", "im 19. Jahrhundert", "der 2. Abschnitt": a number with a full stop is an ordinal number in German.
const NUMBER = /(?:^|[\s(])\d{1,3}\.\s+$/;
const COUNTED =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jahrtausend|Quartal|Auflage)/;
const NUMBER_AFTER_ARTICLE =
  /(?:^|[\s(])(?:[Dd](?:er|as|en|em|es)|[Ii]m|[Vv]om|[Zz]u[mr]|[Bb]eim|[Ss]eit dem)\s\d{1,3}\.\s+$/;

// Without white space after it, such a sign is part of an address.
const RUNS_ON = /[?!]$/;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（]/u;

// What was quoted is part of the sentence that goes on with a particle: 「はい。」と答えた。
const QUOTED = /[。！？][」』）]$/u;
const PARTICLE = /^(?:と|って|を|が|は|の|に|で|も|や|、)/u;

// In a synopsis dots stand for what is left out: `ALTER TABLE ... FORCE`. Those of prose stand at a word.
const LEFT_OUT = /\s(?:\.{3}|…)\s+$/;

// In characters. A longer parenthesis counts as one that is never closed.
const LONGEST_PARENTHESIS = 400;

function isWithinParenthesis(text: string): boolean {
  if (text.length > LONGEST_PARENTHESIS) return false;
  return text.split('(').length > text.split(')').length;
}

/** Whether a sentence goes on behind a sign that elsewhere ends one. `text` keeps its white space at the end. */
export function continuesSentence(text: string, next: string): boolean {
  return (
    (FIRST_LETTER.test(text) && SECOND_LETTER.test(next)) ||
    (NUMBER.test(text) && COUNTED.test(next)) ||
    (NUMBER_AFTER_ARTICLE.test(text) && /^\p{L}/u.test(next)) ||
    LEFT_OUT.test(text) ||
    isWithinParenthesis(text) ||
    (RUNS_ON.test(text) && !UNSPACED.test(next)) ||
    (QUOTED.test(text) && PARTICLE.test(next))
  );
}
