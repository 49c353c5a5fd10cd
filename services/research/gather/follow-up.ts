import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { namesIn } from '../../text/names.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { isStopWord, stemsOf, wordsOf } from '../../text/words.ts';
import type { Scope } from '../../query/scopes.ts';
import { searchable } from './plan.ts';

/** A document that a search found, with its best matching passage. */
export interface Lead {
  url: string;
  title: string;
  text: string;
}

/** A search that a found document suggests. */
export interface FollowUp {
  question: string;
  /** The planned question that it serves. */
  about: string;
  /** The documents that led to this search: the first one, and after a second hop the one that its follow-up found. */
  chain: Lead[];
}

const SENTENCES = 2;
const MOST_NAMES = 4;

/**
 * A question with several hops names only the first entity. The names in a document about it, together with the open
 * words of the question, find the next one. The search consists only of words of the question and names, never of whole
 * sentences of a page.
 *
 * @returns undefined if the question has no open words, or the document has no new names
 */
export function followUp(about: string, chain: Lead[]): FollowUp | undefined {
  const last = chain.at(-1);
  if (!last) return undefined;
  const open = openWords(about, chain);
  const names = newNames(plainText(last.text), new Set(stemsOf(about)));
  if (open.length === 0 || names.length === 0) return undefined;
  return { question: searchable([...names, ...open].join(' ')), about, chain };
}

/** Words of a question that occur in none of these documents. */
function openWords(about: string, chain: readonly Lead[]): string[] {
  const held = new Set(chain.flatMap(({ title, text }) => stemsOf(`${title} ${text}`)));
  return wordsOf(about).filter((word) => !isStopWord(word) && !stemsOf(word).some((stem) => held.has(stem)));
}

/** Names near words of the question that the question itself does not contain. */
function newNames(text: string, questionStems: ReadonlySet<string>): string[] {
  const near = sentencesOf(cleansePassage(text))
    .map((sentence) => ({
      sentence,
      shared: new Set(stemsOf(sentence).filter((stem) => questionStems.has(stem))).size,
    }))
    .sort((one, other) => other.shared - one.shared)
    .slice(0, SENTENCES);
  const names = near.flatMap(({ sentence }) => namesIn(sentence).map((words) => words.join(' ')));
  return [...new Set(names.filter((name) => !stemsOf(name).every((stem) => questionStems.has(stem))))].slice(
    0,
    MOST_NAMES,
  );
}

const LEADS_FOLLOWED = 3;

/** A passage that a search found. */
export interface FoundPassage {
  url: string;
  markdown: string;
  /** The headings and terms above it, outermost first. */
  path: string[];
  /** Match relative to the best passage of the search. */
  score: number;
}

/** One search of a run and its results. */
export interface SearchFindings {
  question: string;
  /** Absent: the default scope. */
  scope?: Scope;
  urls: string[];
  /** Its best results. */
  leads: Lead[];
  /** The best passages of its results. Absent in results of earlier versions. */
  passages?: FoundPassage[];
}

/** A follow-up and the results of its search. */
export interface FollowUpFindings {
  followUp: FollowUp;
  searched: SearchFindings;
}

/**
 * The follow-ups that the words of the results suggest.
 *
 * @param last the round of follow-ups before. Undefined: there was none, so the planned searches are followed up
 */
export function followUpsAfter(
  planned: readonly SearchFindings[],
  last: readonly FollowUpFindings[] | undefined,
  most: number,
): FollowUp[] {
  if (!last) return firstFollowUps(planned, most);
  return laterFollowUps(last, new Set(planned.flatMap(({ leads }) => leads.map(({ url }) => url))), most);
}

/** Follow-ups of the planned searches: those of the best results first, each question in turn. */
export function firstFollowUps(planned: readonly SearchFindings[], most: number): FollowUp[] {
  const chains = Array.from({ length: LEADS_FOLLOWED }, (_, rank) =>
    planned.flatMap(({ question, leads }) => {
      const lead = leads[rank];
      return lead ? [{ about: question, chain: [lead] }] : [];
    }),
  );
  return distinct(
    chains.flat().flatMap(({ about, chain }) => followUp(about, chain) ?? []),
    most,
  );
}

/** Follow-ups of a round of follow-ups: one for the best new result of each. */
export function laterFollowUps(
  followed: readonly FollowUpFindings[],
  seen: ReadonlySet<string>,
  most: number,
): FollowUp[] {
  const found = followed.flatMap(({ followUp: { about, chain }, searched }) => {
    const lead = searched.leads.find(({ url }) => !seen.has(url));
    return (lead && followUp(about, [...chain, lead])) ?? [];
  });
  return distinct(found, most);
}

/** Whether some question has words that neither a document nor the documents that led to it contain. */
export function isOpen(planned: readonly SearchFindings[], followed: readonly FollowUpFindings[]): boolean {
  const chains = [
    ...planned.flatMap(({ question, leads }) => leads.map((lead) => ({ about: question, chain: [lead] }))),
    ...followed.flatMap(({ followUp: { about, chain }, searched }) =>
      searched.leads.map((lead) => ({ about, chain: [...chain, lead] })),
    ),
  ];
  const covered = new Set(
    chains.filter(({ about, chain }) => openWords(about, chain).length === 0).map(({ about }) => about),
  );
  return planned.some(({ question }) => !covered.has(question));
}

function distinct(followUps: readonly FollowUp[], most: number): FollowUp[] {
  return [...new Map(followUps.map((one) => [one.question, one])).values()].slice(0, most);
}
