import { wordsOf } from '../text/words.ts';
import { namesIn } from '../text/names.ts';
import { numbersIn } from '../text/numbers.ts';

/** The kind of thing that a question asks for, judged by its question words; `any` if none decides. */
export type AnswerType = 'person' | 'time' | 'place' | 'number' | 'any';

// Nouns of German begin with a capital like names, and places and persons are named in Japanese by words as any other.
// So only times and numbers are told there.
const ASKS_TIME_ELSEWHERE = /\b(?:wann|welche[mns]? (?:Jahr|Tag|Datum|Monat))\b|いつ|何(?:年|月|曜)/iu;
const ASKS_NUMBER_ELSEWHERE =
  /\bwie (?:viele?|lange?|hoch|groß|alt|oft|weit|tief|breit|schwer|schnell)(?!\p{L})|いく[つら]|ど(?:れ|の)(?:くらい|ぐらい)|何\s*(?:個|人|台|回|日|秒|分|時間|番|文字|桁|度|倍|ビット|バイト|メートル)/iu;

export function answerTypeOf(question: string): AnswerType {
  if (/\b(?:who|whom|whose)\b/i.test(question)) return 'person';
  if (
    /\b(?:when|what (?:year|date|day|month|time)|which (?:year|date|day|month)|how (?:long ago|old))\b/i.test(question)
  )
    return 'time';
  if (/\bwhere\b|\b(?:what|which) (?:city|country|place|town|state)\b/i.test(question)) return 'place';
  if (
    /\bhow (?:many|much|long|far|tall|high|big|large|often|fast|heavy|deep|wide)\b|\bwhat (?:number|percentage|share)\b/i.test(
      question,
    )
  )
    return 'number';
  if (ASKS_TIME_ELSEWHERE.test(question)) return 'time';
  if (ASKS_NUMBER_ELSEWHERE.test(question)) return 'number';
  return 'any';
}

const TIME =
  /\b\d{4}\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|yesterday|century|ago)\b|\d{1,2}:\d{2}/i;
const PLACE = /\b(?:in|at|near|from|to|of|on)\s+(?:the\s+)?\p{Lu}|\b(?:north|south|east|west|located|lies)\b/u;
const SPELLED_NUMBER =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|twice|once)\b/i;

const SPELLED_IN_GERMAN =
  /(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|hundert|tausend)(?!\p{L})/iu;

/** Whether a sentence has a thing of that kind beyond those in the question. */
export function hasAnswerOf(type: AnswerType, sentence: string, question: string): boolean {
  switch (type) {
    case 'person':
      return hasNewName(sentence, question);
    case 'time':
      return TIME.test(sentence);
    case 'place':
      return PLACE.test(sentence) && hasNewName(sentence, question);
    case 'number':
      return hasNewNumber(sentence, question) || SPELLED_NUMBER.test(sentence) || SPELLED_IN_GERMAN.test(sentence);
    case 'any':
      return false;
  }
}

function hasNewName(sentence: string, question: string): boolean {
  const asked = new Set(wordsOf(question));
  return (
    /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(sentence) || namesIn(sentence).some((words) => words.some((word) => !asked.has(word)))
  );
}

function hasNewNumber(sentence: string, question: string): boolean {
  const asked = numbersIn(question);
  return [...numbersIn(sentence)].some((number) => !asked.has(number));
}
