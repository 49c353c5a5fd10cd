import { stemsOf, wordsOf } from '../../text/words.ts';
import { namesIn } from '../../text/names.ts';
import type { Source } from '../../page-text/source.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { Field } from './extract-field.ts';

/** A sentence about the question's subject. */
export interface Evidence {
  text: string;
  stems: ReadonlySet<string>;
  /** Stems of the source's title. */
  titleStems: ReadonlySet<string>;
}

const MOST_SENTENCES = 500;
const MOST_WORDS = 80;
const MOST_CHARACTERS = 800;
// Minimum share of a question's stems in a passage, if the question has no name. Below it, the subject is another one.
const LEAST_COVERED = 0.5;
// Openings of a sentence that continues with the same subject.
const CARRIES_ON =
  /^["'“(]*(?:It|Its|He|His|She|Her|They|Their|The|This|That|In|On|At|By|From|Since|After|Before|As|Today|Now|When|With)\b/;

/** The sentences about the subject of a question, in the order of the sources. */
export function evidenceFor(question: string, sources: readonly Source[]): Evidence[] {
  const names = namesIn(question)
    .map((words) => words.filter((word) => !QUESTION_WORDS.has(word)))
    .filter((words) => words.length > 0);
  const found = sources.flatMap((source) =>
    source.passages.flatMap((passage) => evidenceOf({ passage, title: source.title, names, question })),
  );
  return found.slice(0, MOST_SENTENCES);
}

const QUESTION_WORDS = new Set(
  'who what when where which how why tell give list find describe name show is are was were does did do'.split(' '),
);

interface Reading {
  passage: string;
  title: string;
  names: readonly string[][];
  question: string;
}

function evidenceOf({ passage, title, names, question }: Reading): Evidence[] {
  const around = ` ${wordsOf(`${title} ${passage}`).join(' ')} `;
  if (!names.every((words) => words.every((word) => around.includes(` ${word} `)))) return [];
  if (names.length === 0 && !covers(question, passage)) return [];
  const titleStems = new Set(stemsOf(title));
  return sentencesOf(passage)
    .filter((text) => text.length <= MOST_CHARACTERS && text.split(' ').length <= MOST_WORDS && !text.endsWith('?'))
    .filter((text) => names.length === 0 || isAbout(text, names))
    .map((text) => ({ text, stems: new Set(stemsOf(text)), titleStems }));
}

function covers(question: string, passage: string): boolean {
  const asked = [...new Set(stemsOf(question))].filter((stem) => !QUESTION_WORDS.has(stem));
  const held = new Set(stemsOf(passage));
  return asked.length > 0 && asked.filter((stem) => held.has(stem)).length / asked.length >= LEAST_COVERED;
}

/** Whether a sentence names the subject, or begins with a word that refers to the sentence before it. */
function isAbout(text: string, names: readonly string[][]): boolean {
  const words = new Set(wordsOf(text));
  if (names.some((name) => name.some((word) => words.has(word)))) return true;
  return CARRIES_ON.test(text);
}

/**
 * The sentences about a field, in order. Negations, suppositions and sentences about a relative of the subject are not
 * evidence.
 */
export function evidenceOn(field: Field, evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter((one) => speaksOf(field, one) && isPlain(one.text));
}

export function speaksOf(field: Field, { text, stems }: Evidence): boolean {
  if (field.cues.length === 0 || !field.cues.every((cue) => [...cue].some((stem) => stems.has(stem)))) return false;
  const near = NEAR.exec(text)?.[1];
  return near === undefined || field.cues.some((cue) => stemsOf(near).some((stem) => cue.has(stem)));
}

// Relatives of the subject, whose facts are not the subject's: "Her father died", "Acme's rival is listed".
const NEAR =
  /(?:^["'“(]*(?:His|Her|Its|Their)|\p{L}['’]s)\s+(?:\p{L}+\s+)?(fathers?|mothers?|brothers?|sisters?|sons?|daughters?|wife|husband|uncles?|aunts?|parents?|child(?:ren)?|grand\p{L}+|friends?|colleagues?|successors?|predecessors?|rivals?|competitors?|subsidiar(?:y|ies)|partners?|owners?|neighbou?rs?)\b/u;

const NOT_PLAIN =
  /\b(?:not|no|never|none|neither|nor|without|cannot|may|might|could|would|should|if|whether|perhaps|possibly|allegedly|reportedly|rumou?r(?:s|ed)?|plans?|planned|expected|expects|unless|will)\b|n['’]t\b/i;

/** Whether a sentence states a fact: it has no negation, condition or plan. The month of May is not a modal verb. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text.replaceAll(/\bMay\s+\d|\d\s+May\b/g, ''));
}

const OTHER_NAME = /\p{Lu}[\p{L}\p{M}'’-]+(?:\s+\p{Lu}[\p{L}\p{M}'’-]+)+/gu;

/** Whether the text before the words of a field names a subject other than the question's. */
export function isOfAnother(field: Field, text: string, subject: ReadonlySet<string>): boolean {
  const [place] = cuePlaces(field, text);
  const before = Array.from(text.slice(0, place).matchAll(OTHER_NAME), ([name]) => name).at(-1);
  return before !== undefined && !wordsOf(before).some((word) => subject.has(word));
}

/** The positions of a field's words in a sentence, as offsets. */
export function cuePlaces(field: Field, text: string): number[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu)).flatMap(({ 0: word, index }) =>
    stemsOf(word).some((stem) => field.cues.some((cue) => cue.has(stem))) ? [index] : [],
  );
}
