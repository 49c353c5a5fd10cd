import { namesIn } from '../../providers/reply/names-in.ts';
import type { Scope } from '../../query/scopes.ts';

/** A search in another scope than the default one. */
export interface ScopedSearch {
  question: string;
  scope: Scope;
}

interface Rule {
  scope: Scope;
  fits(question: string): boolean;
}

const FIGURES =
  /\b(?:revenues?|turnover|earnings|profits?|net (?:income|loss|sales)|operating (?:income|margin|profit)|gross margin|ebitda|cash flow|balance sheet|total assets|dividends?|annual report|10-[kq]|20-f|fiscal (?:year|quarter)|quarterly results)\b/i;
const COMPANY =
  /\b(?:compan(?:y|ies)|corporation|headquarter(?:s|ed)|subsidiar(?:y|ies)|parent company|shareholders?|stock (?:price|exchange|market)|share price|ticker|ceo|cfo|chief executive|founders?|acqui(?:red|sition)|merger|ipo|lei)\b|(?<=\p{L}\s)(?:Inc|Corp|Ltd|LLC|PLC|plc|GmbH|AG|SE|N\.V|S\.A)\b/u;
const PERSON =
  /^who\b|\b(?:biography|born|died|alma mater|orcid|married|spouse|researcher|professor|scientist|physicist|chemist|politician|singer|actor|actress|composer|painter|novelist|poet|footballer)\b/i;
const RECENT =
  /\b(?:news|latest|recent(?:ly)?|today|yesterday|this (?:week|month|year)|last (?:week|month)|currently|breaking|announced|so far)\b/i;

/** Matches questions to scopes by their words. Scopes with the narrowest content come first. */
const RULES: readonly Rule[] = [
  { scope: 'financial-reports', fits: (question) => FIGURES.test(question) },
  { scope: 'companies', fits: (question) => COMPANY.test(question) || FIGURES.test(question) },
  { scope: 'people', fits: (question) => PERSON.test(question) },
  { scope: 'news', fits: (question) => RECENT.test(question) },
  // A lasting entity with a name has an article.
  { scope: 'wikipedia', fits: (question) => namesIn(question).length > 0 && !RECENT.test(question) },
];

const MOST_A_QUESTION = 2;
const MOST_A_RUN = 4;
// Share of the steps that the default searches leave. Follow-ups and reads take the rest.
const SHARE_OF_STEPS = 1 / 4;

export interface ScopesTask {
  questions: readonly string[];
  /** Scopes with content, besides the default one. */
  ready: ReadonlySet<Scope>;
  /** The scope that a model chose for a question. One that is not ready is ignored. */
  named: ReadonlyMap<string, Scope>;
  /** Maximum number of searches and reads of the run together. */
  steps: number;
}

/** Searches of every question in the scopes that a request names: the first scope of all questions, then the next. */
export function requestedSearches(
  questions: readonly string[],
  scopes: readonly Scope[],
  steps: number,
): ScopedSearch[] {
  const searches = scopes.flatMap((scope) => questions.map((question) => ({ question, scope })));
  // Half of the steps are left to read what the searches find.
  return searches.slice(0, Math.max(questions.length, Math.floor(steps / 2)));
}

/** Chooses searches in other scopes: the best scope of every question, then the second of every question. */
export function scopedSearches({ questions, ready, named, steps }: ScopesTask): ScopedSearch[] {
  const most = Math.min(MOST_A_RUN, Math.floor(Math.max(0, steps - questions.length) * SHARE_OF_STEPS));
  const chosen = questions.map((question) => {
    const fitting = [
      named.get(question) ?? [],
      RULES.filter((rule) => rule.fits(question)).map((rule) => rule.scope),
    ].flat();
    return [...new Set(fitting)].filter((scope) => ready.has(scope)).slice(0, MOST_A_QUESTION);
  });
  const inTurn = Array.from({ length: MOST_A_QUESTION }, (_, rank) =>
    questions.flatMap((question, index) => {
      const scope = chosen[index]?.[rank];
      return scope ? [{ question, scope }] : [];
    }),
  );
  return inTurn.flat().slice(0, most);
}
