import { countWords } from '../blocks/count-words.ts';
import type { Nearness } from '../embeddings/nearness.ts';
import { joinSentences } from '../text/sentences.ts';
import { stemsOf } from '../text/words.ts';
import { share, type AnalysedQuestion } from '../answer-units/asked.ts';
import { embeddedUnit } from '../answer-units/rank-by-meaning.ts';
import { placed, placeOf, type PlacedUnit } from '../answer-units/place.ts';
import type { Unit, UnitSource } from '../answer-units/units/unit.ts';
import { unitsOf } from '../answer-units/units/units-of.ts';
import { bestParts } from './best-parts.ts';

// Passages beyond this number, best first, are not read.
const PASSAGES = 24;
const MOST_SENTENCES = 4;
const MOST_WORDS = 110;
// The model takes some milliseconds for each.
const COMPARED = 24;
const LEAST_NEAR = 0.66;
const LEAST_SUBJECT = 0.5;
// Where no model compares meanings.
const LEAST_SUBJECT_BY_WORDS = 0.8;

/** Words by which a sentence sets two things against each other. English alone. */
const CONTRASTS =
  /\b(?:whereas|while|unlike|however|contrast|instead|rather than|other than|differ\w*|distinguish\w*|on the other hand|opposed|but|than)\b/gi;

/**
 * The sentences that tell two things apart, as they follow each other in one paragraph: the shortest run that speaks of
 * both. Absent: the sources tell of each thing separately.
 *
 * @param sides a question for each of the two things
 */
export async function contrastIn<S extends UnitSource>(
  { text, key }: AnalysedQuestion,
  sides: readonly string[],
  sources: readonly S[],
  nearness: Nearness | undefined,
): Promise<PlacedUnit<S> | undefined> {
  const wanted = wantedOf(sides);
  if (areAlike(wanted)) return undefined;
  const runs = placedRuns(sources, wanted)
    .map((run) => ({ run, subject: share(key, (term) => run.has.has(term) || run.place.above.has(term)) }))
    .filter(({ subject }) => subject >= LEAST_SUBJECT)
    .slice(0, COMPARED);
  const texts = runs.map(({ run }) => embeddedUnit(run));
  const [cosines] = (await nearness?.ofEach([text], texts)) ?? [];
  if (!cosines) return runs.find(({ subject }) => subject >= LEAST_SUBJECT_BY_WORDS)?.run;
  const [best] = runs
    .map(({ run }, place) => ({ run, near: cosines[place] ?? 0 }))
    .toSorted((one, other) => other.near - one.near);
  return best && best.near >= LEAST_NEAR ? best.run : undefined;
}

function placedRuns<S extends UnitSource>(sources: readonly S[], wanted: readonly Wanted[]): Array<PlacedUnit<S>> {
  return bestParts(sources, PASSAGES).flatMap(({ source, part }, rank) => {
    const place = placeOf(part, source.title, rank);
    return paragraphsOf(unitsOf(part.markdown)).flatMap((sentences) =>
      runsOf(sentences, wanted).map((unit) => placed(unit, place, source)),
    );
  });
}

/** The stems by which a text names one side. */
interface Wanted {
  /** Those that the other side lacks; all of them, if the other side extends this one. */
  stems: readonly string[];
  /** What stands directly before the first of them on both sides: `git` of `git merge` and `git rebase`. */
  head: string | undefined;
}

function wantedOf(sides: readonly string[]): Wanted[] {
  const each = sides.map((side) => stemsOf(side));
  return each.map((stems) => {
    const distinct = stems.filter((stem) => !each.every((other) => other.includes(stem)));
    const [first] = distinct;
    const head = first === undefined ? undefined : stems[stems.indexOf(first) - 1];
    return { stems: distinct.length > 0 ? distinct : stems, head };
  });
}

const areAlike = ([one, other]: readonly Wanted[]) => one?.stems.join(' ') === other?.stems.join(' ');

function paragraphsOf(units: readonly Unit[]): Unit[][] {
  const sentences = units.filter(({ kind, text }) => kind === 'sentence' && !/[:：]\W*$/u.test(text));
  return [...Map.groupBy(sentences, ({ block }) => block).values()];
}

const MOST_WORDS_EXTENDED = 80;
/** A sentence without its end leads to a list or to code. */
const ENDS = /[.!?。！？][^\p{L}\p{N}]*$/u;

/** The shortest runs of sentences that set all sides against each other; each begins with one of them. */
function runsOf(sentences: readonly Unit[], wanted: readonly Wanted[]): Unit[] {
  return sentences.flatMap((first, start) => {
    const stems = stemsOf(first.text);
    if (!wanted.some((one) => names(one, stems))) return [];
    for (let end = start + 1; end <= Math.min(sentences.length, start + MOST_SENTENCES); end += 1) {
      const text = joinSentences(sentences.slice(start, end).map((sentence) => sentence.text));
      if (countWords(text) > MOST_WORDS) return [];
      if (setsApart(text, wanted)) {
        const whole = extended(sentences, { start, end }, wanted);
        return [{ ...first, kind: whole.length > 1 ? 'paragraph' : 'sentence', text: joinSentences(whole) }];
      }
    }
    return [];
  });
}

/** The sentences of a run, and those after it that go on about one of the sides. */
function extended(
  sentences: readonly Unit[],
  { start, end }: { start: number; end: number },
  wanted: readonly Wanted[],
) {
  const texts = sentences.map(({ text }) => text);
  let last = end;
  const goesOn = (text: string | undefined) =>
    text !== undefined && ENDS.test(text) && wanted.some((one) => names(one, stemsOf(text)));
  while (goesOn(texts[last]) && countWords(joinSentences(texts.slice(start, last + 1))) <= MOST_WORDS_EXTENDED)
    last += 1;
  return texts.slice(start, last);
}

/** Whether a word of contrast, or its sentence, stands between what names one side and what names the other. */
function setsApart(text: string, wanted: readonly Wanted[]): boolean {
  return text.matchAll(CONTRASTS).some(({ index }) =>
    [index, text.lastIndexOf('. ', index) + 1].some((at) => {
      const [before, after] = [text.slice(0, at), text.slice(at)].map((part) => stemsOf(part));
      return wanted.some((one) => names(one, before) && wanted.every((other) => other === one || names(other, after)));
    }),
  );
}

const MOST_NEEDED = 2;

function names({ stems, head }: Wanted, text: readonly string[] = []): boolean {
  const held = stems.filter((stem) =>
    head === undefined ? text.includes(stem) : text.some((one, at) => one === stem && text[at - 1] === head),
  );
  return held.length >= Math.min(stems.length, MOST_NEEDED);
}
