/**
 * The two questions that a question about two things consists of: `A vs B`, `the difference between A and B`, `default
 * of A and default of B`. Each side keeps the shared words. Judged by the question's English words alone.
 *
 * @returns undefined for a question about one thing
 */
export function comparedSides(question: string): readonly [string, string] | undefined {
  const text = question
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
  return ofDifference(text) ?? ofVersus(text) ?? ofEach(text) ?? ofClauses(text);
}

/** A side that names its thing by a pronoun is not a question by itself. */
const REFERS_BACK = /\b(?:it|its|they|them|their|those|these|this|that|he|she|his|her|one)\b/i;

type Sides = readonly [string, string] | undefined;

const DIFFERENCE =
  /^(?:(?:what|which|explain|describe|show|tell|me|is|are|was|were|the|a|an|any|there|main|key|exact)(?:'s)?\s+)*(?:differences?|distinction)\b.*?\b(?:between|of)\s+(?<one>.+?)\s+(?:and|or|vs\.?|versus)\s+(?<other>.+)$/i;
const COMPARE = /^(?:please\s+)?compare\s+(?<one>.+?)\s+(?:and|with|to|against|vs\.?|versus)\s+(?<other>.+)$/i;
const DIFFER =
  /^how\s+(?:do|does|did|are|is)\s+(?<one>.+?)\s+(?:and|from)\s+(?<other>.+?)\s+(?:differ(?:ent)?)\b(?<tail>.*)$/i;
const DIFFERS = /^how\s+(?:do|does|did|is|are)\s+(?<one>.+?)\s+differ(?:ent)?\s+from\s+(?<other>.+)$/i;

function ofDifference(text: string): Sides {
  const found = DIFFERENCE.exec(text) ?? COMPARE.exec(text) ?? DIFFERS.exec(text) ?? DIFFER.exec(text);
  return found?.groups && sides(found.groups);
}

const VERSUS =
  /^(?!(?:what|which|who|when|where|why|how|is|are|do|does|did|can|should)\b)(?<one>.+?),?\s+(?:vs\.?|versus|as opposed to|compared (?:to|with)|or rather)\s+(?<other>.+)$/i;

function ofVersus(text: string): Sides {
  const found = VERSUS.exec(text);
  return found?.groups && sides(found.groups);
}

const ASKED_OF_BOTH = /^(.+?)(?:\s*[:,;]|(?=\s(?:what|how|which|when|where|why|if)\s))\s+(.+)$/i;

/** `in the way they handle replication`: both questions ask about replication. */
const HANDLING = /^\s*(?:in\s+)?(?:the way|how|what)\s+they\s+\p{Ll}+\s+/iu;

/** Words after both sides, such as `: what happens to the files`, belong to both questions. */
function sides({ one = '', other = '', tail = '' }: Partial<Record<string, string>>): Sides {
  const [, named = other, asked = tail.replace(HANDLING, ' ')] = ASKED_OF_BOTH.exec(other) ?? [];
  const [first, second] = [wordsOf(one), wordsOf(named)];
  if (first.length === 0 || second.length === 0 || REFERS_BACK.test(named)) return undefined;
  const lacking = Math.abs(first.length - second.length);
  // `git reset --mixed vs --hard`, `two-dot vs three-dot revision range`: the longer side has the words of both.
  // `The log and git log`: what has an article is named in full.
  const isWhole = ARTICLE.test(one);
  const isLike = isOption(first.at(-1)) === isOption(second.at(-1));
  if (first.length > second.length && isLike) second.unshift(...first.slice(0, lacking));
  else if (!isWhole && second.length > first.length && !startsAlike(first, second)) {
    const shared = second.slice(first.length);
    first.push(...shared);
    // `json versus jsonb storage and speed` asks about properties of the things, not about actions.
    if (shared.length > 1) return [ofThing(first, asked), ofThing(second, asked)];
  }
  if (asked.trim() !== '') return [ofThing(first, asked), ofThing(second, asked)];
  const [ofFirst = '', ofSecond = ''] = askedAlone([first.join(' '), second.join(' ')]);
  return [ofFirst, ofSecond];
}

const ARTICLE = /^(?:the|a|an)\s/i;

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '' && !/^(?:the|a|an)$/i.test(word));

/** `VACUUM and VACUUM FULL`: the longer one is a separate thing. */
const startsAlike = (one: readonly string[], other: readonly string[]) =>
  one[0]?.toLowerCase() === other[0]?.toLowerCase();

const isOption = (word = '') => word.startsWith('-');

/** A name with signs or capitals, or a command with its subcommand: `VACUUM`, `git reset`. */
const ACTS = /[_().$:-]|\p{Lu}{2,}|^\p{Ll}+\s(?!(?:in|on|of|for|with)\s)\p{Ll}/u;
const PLURAL = /\p{Ll}(?<!s)s(?:\s+(?:in|on)\s|$)/u;

/** Whether a plural names a thing: `shallow clones`, `GIN indexes in PostgreSQL`. */
export const isPlural = (thing: string) => PLURAL.test(thing) && !/^[\p{Lu}\p{N}]+$/u.test(thing);

/** The question for each of several things that are compared: what it does where one of them acts, else what it is. */
export function askedAlone(things: readonly string[]): string[] {
  const act = things.some((thing) => ACTS.test(thing) && !isPlural(thing));
  return things.map((thing) => {
    const isMany = isPlural(thing);
    if (act) return `what ${isMany ? 'do' : 'does'} ${thing} do`;
    return `what ${isMany ? 'are' : 'is'} ${thing}`;
  });
}

const ofThing = (words: readonly string[], asked: string) =>
  `${words.join(' ')} ${asked.trim().replace(/^in /i, '')}`.trim();

const EACH =
  /^(?<head>.*?\b(?:do|does|are|is|can|should)\s+(?:the\s+)?(?:\p{Ll}+\s+){0,2}?)(?<one>\S+)\s+and\s+(?<other>\S+)(?<tail>\s.*)$/iu;
const NAME = /[^\p{L}'’,-]|^[\p{Lu}\d]{2,}$|\p{Ll}\p{Lu}/u;

/** `What do rank() and dense_rank() each return`: two names, or a word that separates them. */
function ofEach(text: string): Sides {
  const { head = '', one = '', other = '', tail = '' } = EACH.exec(text)?.groups ?? {};
  if (one === '' || !(/\beach\b|\brespectively\b/i.test(tail) || (NAME.test(one) && NAME.test(other))))
    return undefined;
  const rest = tail.replaceAll(/\s(?:each|both|respectively)\b/gi, '');
  const ofOne = head.replace(/\bdo(?=\s(?:the\s)?$)/i, 'does').replace(/\bare(?=\s(?:the\s)?$)/i, 'is');
  return [`${ofOne}${one}${rest}`, `${ofOne}${other}${rest}`];
}

const CLAUSES =
  /^(?<one>.+?),?\s+and\s+(?:also\s+)?(?<other>(?:(?<of>of|for|in|on)|(?<wh>which|what|how|when|where|who)|\S+).*)$/i;

function ofClauses(text: string): Sides {
  const { one = '', other = '', of, wh } = CLAUSES.exec(text)?.groups ?? {};
  if (one === '' || !other.includes(' ') || REFERS_BACK.test(other)) return undefined;
  if (of !== undefined) {
    const place = one.toLowerCase().lastIndexOf(` ${of.toLowerCase()} `);
    return place < 0 ? undefined : [one, `${one.slice(0, place)} ${other}`];
  }
  if (wh !== undefined) return [one, withSubject(one, other)];
  // `default of A and default of B`
  return startsAlike(wordsOf(one), wordsOf(other)) && wordsOf(other).length > 2 ? [one, other] : undefined;
}

const AUXILIARY = /\s(?:do|does|did|is|are|was|were|can|will|has|have)\s/i;

/** `Which lock does A take and which does B take`: the second side asks for a lock too. */
function withSubject(one: string, other: string): string {
  const subject = one.slice(0, one.search(AUXILIARY));
  const isBare = /^\S+\s(?:do|does|did|is|are|was|were|can|will|has|have)\s/i.test(other);
  return isBare && /^(?:which|what)\s/i.test(subject) ? `${subject} ${other.slice(other.indexOf(' ') + 1)}` : other;
}
