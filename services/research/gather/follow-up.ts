import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { namesIn } from '../../text/facts.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { isStopWord, stemsOf, wordsOf } from '../../text/words.ts';
import type { Scope } from '../../query/scopes.ts';
import { searchable } from './plan.ts';

/** A document that a search found, by the passage of it that matched best. */
export interface Lead {
  url: string;
  title: string;
  text: string;
}

/** A search that a found document suggests. */
export interface FollowUp {
  question: string;
  /** The question of the plan that it serves. */
  about: string;
  /** What led here: a document, and after a second hop the one that its own search found. */
  chain: Lead[];
}

const SENTENCES = 2;
const MOST_NAMES = 4;

/**
 * A question of several hops names the first thing only: what a document about it names, together with what of the
 * question is still open, finds the next. Only words of the question and names go into the search, never whole
 * sentences of a page.
 *
 * @returns undefined where nothing of the question is open, or the document names nothing new
 */
export function followUp(about: string, chain: Lead[]): FollowUp | undefined {
  const last = chain.at(-1);
  if (!last) return undefined;
  const open = openWords(about, chain);
  const names = newNames(plainText(last.text), new Set(stemsOf(about)));
  if (open.length === 0 || names.length === 0) return undefined;
  return { question: searchable([...names, ...open].join(' ')), about, chain };
}

/** Words of a question that none of these documents holds. */
function openWords(about: string, chain: readonly Lead[]): string[] {
  const held = new Set(chain.flatMap(({ title, text }) => stemsOf(`${title} ${text}`)));
  return wordsOf(about).filter((word) => !isStopWord(word) && !stemsOf(word).some((stem) => held.has(stem)));
}

/** Names that stand near the question's words, and are not among them. */
function newNames(text: string, asked: ReadonlySet<string>): string[] {
  const near = sentencesOf(cleansePassage(text))
    .map((sentence) => ({ sentence, shared: new Set(stemsOf(sentence).filter((stem) => asked.has(stem))).size }))
    .sort((one, other) => other.shared - one.shared)
    .slice(0, SENTENCES);
  const names = near.flatMap(({ sentence }) => namesIn(sentence).map((words) => words.join(' ')));
  return [...new Set(names.filter((name) => !stemsOf(name).every((stem) => asked.has(stem))))].slice(0, MOST_NAMES);
}

const LEADS_FOLLOWED = 3;

/** One search of a run: what for, and what it found. */
export interface Searched {
  question: string;
  /** Absent: the default one. */
  scope?: Scope;
  urls: string[];
  /** Its best documents. */
  leads: Lead[];
}

/** A follow-up, and what its search found. */
export interface Followed {
  followUp: FollowUp;
  searched: Searched;
}

/** After the planned searches: what their best documents lead to, each question in turn, the most promising first. */
export function firstFollowUps(planned: readonly Searched[], most: number): FollowUp[] {
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

/** After a round of follow-ups: where the best new document of each leads in turn. */
export function laterFollowUps(followed: readonly Followed[], seen: ReadonlySet<string>, most: number): FollowUp[] {
  const found = followed.flatMap(({ followUp: { about, chain }, searched }) => {
    const lead = searched.leads.find(({ url }) => !seen.has(url));
    return (lead && followUp(about, [...chain, lead])) ?? [];
  });
  return distinct(found, most);
}

/** Whether a question is left of which no document, nor one with those that led to it, holds all words. */
export function isOpen(planned: readonly Searched[], followed: readonly Followed[]): boolean {
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
