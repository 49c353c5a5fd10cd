import { isPlural } from '../../query/compared-sides.ts';
import { comparedThings, type Comparison } from '../../query/compared-things.ts';
import { addTopic } from '../../query/added-topic.ts';
import { clausesIn, EACH, type Clause } from './clauses.ts';
import { actionOf, definite, forSubject, leavesOutSubject, withAction, withObject, withSubject } from './pronouns.ts';
import {
  actorOf,
  asksAspect,
  eventOf,
  namesNothing,
  objectOf,
  subjectOf,
  subjectOfStatement,
  topicOf,
} from './subject.ts';

/**
 * The questions that a text consists of, each with its subject: a later one that says `it` names what the one before
 * asked about, and one about several things is asked of each. Wishes on form are left out. Judged by English words alone;
 * other texts stay whole.
 *
 * @param before an earlier text, whose last subject `it` may mean
 */
export function decompose(text: string, before = ''): string[] {
  const earlier = clausesIn(before);
  const questions = withSubjects([...earlier, ...clausesIn(text)])
    .slice(earlier.length)
    .flat()
    .map(capitalized);
  return questions.length > 0 ? questions : [text].filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** The comparison that a text asks for: the same of several things. Undefined if it asks for none. */
export function comparisonIn(text: string): Comparison | undefined {
  for (const part of clausesIn(text)) {
    const comparison = comparedThings(part.text)?.comparison;
    if (comparison) return { ...comparison, cells: comparison.cells.map((row) => row.map(capitalized)) };
  }
  return undefined;
}

/** What the parts of a text so far are about. */
interface About {
  /** What a pronoun means. */
  subject: string | undefined;
  /** The things that were compared; `each` means them. */
  things: readonly string[];
  /** The kind of thing that was asked for. */
  kind: string | undefined;
  /** What a clause is about that names nothing itself. */
  topic: string | undefined;
  /** What a question for a way does: `do it` means it. */
  action: string | undefined;
  /** What the subject acts on; `create one` means one of these. */
  object: string | undefined;
  isAfterStatement: boolean;
}

const TOGETHER = /\b(?:combined?|together)\b/i;

const SINGULAR: Readonly<Record<string, string>> = { do: 'does', are: 'is', were: 'was', have: 'has' };
const PLURAL = Object.fromEntries(Object.entries(SINGULAR).map(([plural, singular]) => [singular, plural]));

/** The verb before a thing, in its number. */
function withNumber(question: string, thing: string): string {
  const forms = isPlural(thing) ? PLURAL : SINGULAR;
  const at = question.indexOf(` ${thing}`);
  const [verb = ''] = /\S+$/.exec(question.slice(0, Math.max(0, at))) ?? [];
  const form = forms[verb.toLowerCase()];
  if (form === undefined) return question;
  const cased = /^\p{Lu}/u.test(verb) ? form.charAt(0).toUpperCase() + form.slice(1) : form;
  return question.slice(0, at - verb.length) + cased + question.slice(at);
}

/** `Which of them can wait`: of several things one question asks. */
const WHICH_OF = /\b(which|what) of (?:them|these|those)\b/i;
/** `Which gates are there`: what a later `which of them` means. */
const KIND =
  /^(?:which|what)\s+((?:(?!do\b|does\b|is\b|are\b|can\b)[\p{L}-]{1,40}\s+){1,3})(?:do|does|is|are|can|could|should|has|have)\s/iu;

/** The questions of each part. */
function withSubjects(parts: readonly Clause[]): string[][] {
  const about: About = {
    subject: undefined,
    things: [],
    kind: undefined,
    topic: undefined,
    action: undefined,
    object: undefined,
    isAfterStatement: false,
  };
  return parts.map((part, place) => {
    const questions = part.isTold ? [] : questionsOf(part, about);
    note(part, about);
    const isAskedOfEach = about.things.length > 2 && parts.slice(place + 1).some(({ text }) => EACH.test(text));
    return isAskedOfEach && !EACH.test(part.text) ? questions.slice(0, -about.things.length) : questions;
  });
}

function questionsOf({ text: written, place }: Clause, about: About): string[] {
  const { subject } = about;
  const text = withObject(withKind(written, about), about.object);
  const lacking =
    (subject === undefined ? undefined : forSubject(text, subject)) ??
    (about.action === undefined ? undefined : withAction(text, about.action));
  if (lacking !== undefined) return [lacking];
  const isEach = EACH.test(text);
  const refers = leavesOutSubject(text);
  const isOfThings = about.things.length > 0 && (isEach || refers);
  const meant = isEach ? eachOf(about) : subject;
  const named = (isEach || refers) && !isOfThings && meant !== undefined ? ofThing(text, meant) : text;
  const compared = isOfThings && isEach ? undefined : comparedThings(named);
  if (compared) {
    about.things = compared.things;
    return [...compared.questions];
  }
  if (isOfThings && TOGETHER.test(text)) return [ofThing(text, listed(about.things))];
  if (isOfThings) return about.things.map((thing) => withNumber(ofThing(text, thing), thing));
  about.things = [];
  const isClause = (place > 0 || about.isAfterStatement) && namesNothing(text);
  const isOfAspect = asksAspect(text);
  const topic = (isOfAspect ? about.action : undefined) ?? about.topic;
  const isOpen = named === text && (isClause || refers || isOfAspect);
  return [isOpen && topic !== undefined ? addTopic(text, topic) : named];
}

function withKind(text: string, { things, kind }: About): string {
  const whole = things.length > 0 ? `of ${listed(things)}` : kind;
  return whole === undefined ? text : text.replace(WHICH_OF, (_, which: string) => `${which} ${whole}`);
}

const listed = (things: readonly string[]) => `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;

function ownSubject(text: string, isTold: boolean, refers: boolean): string | undefined {
  if (isTold) return subjectOfStatement(text);
  return refers ? actorOf(text) : subjectOf(text);
}

/** `When would I choose oak over elm`: what `they` means. */
const PREFERRED =
  /\b(?:choose|prefer|pick|use|favou?r)\s+((?:\S+\s){1,4}?)(?:over|instead of|rather than)\s+((?:[^\s,?.]+\s?){1,4}?)[?.]*$/i;

const preferred = (text: string) =>
  PREFERRED.exec(text)
    ?.slice(1)
    .map((thing) => thing.trim());

/** Keeps what later parts may mean. */
function note({ text, isTold, place }: Clause, about: About): void {
  const refers = leavesOutSubject(text) || EACH.test(text);
  about.kind = KIND.exec(text)?.[1]?.trim() ?? about.kind;
  const event = eventOf(text);
  if (event !== undefined) {
    Object.assign(about, { topic: event, subject: undefined, isAfterStatement: false });
    return;
  }
  about.things = preferred(text) ?? about.things;
  about.object = objectOf(text) ?? about.object;
  about.action = actionOf(text) ?? (place === 0 ? undefined : about.action);
  const own = ownSubject(text, isTold, refers);
  if (place === 0) {
    about.topic = about.things.length > 1 ? listed(about.things) : (topicOf(text, own) ?? about.topic);
    about.isAfterStatement = isTold;
  }
  // A clause that names nothing is still about what its sentence began with.
  const isBeside = place > 0 && !refers && own !== undefined && namesNothing(own);
  if (!isBeside || about.subject === undefined) about.subject = own ?? about.subject;
}

function ofThing(part: string, thing: string): string {
  return EACH.test(part) ? part.replace(EACH, () => thing) : withSubject(part, thing);
}

// A search for `kind` and `type` finds other texts.
const KINDS_OF = /^(?:\p{Ll}+\s+)?(?:kind|type|sort)s?\s+of\s+/iu;

/** What `each` means where one phrase names several things: `each of the isolation levels`. */
function eachOf({ kind, subject }: About): string | undefined {
  const things = kind?.replace(KINDS_OF, '');
  if (things !== undefined && isPlural(things)) return `each of ${definite(things)}`;
  return subject !== undefined && isPlural(subject) && definite(subject) === subject ? `each of ${subject}` : subject;
}

/** A name keeps its case. */
function capitalized(question: string): string {
  return /^\p{Ll}+(?:['’]\p{Ll}+)?(?=\s)/u.test(question)
    ? question.charAt(0).toUpperCase() + question.slice(1)
    : question;
}
