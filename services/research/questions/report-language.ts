/** A language of reports. */
export interface Language {
  /** BCP 47 tag. */
  tag: string;
  /** English name. */
  name: string;
}

const TAGS =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr uk vi zh'.split(
    ' ',
  );
const ENGLISH = new Intl.DisplayNames('en', { type: 'language' });

/** Languages by their English and native names, in lower case. */
const BY_NAME: ReadonlyMap<string, Language> = new Map(
  TAGS.flatMap((tag) => {
    const name = ENGLISH.of(tag) ?? tag;
    const ownName = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? name;
    return [name, ownName].map((one) => [one.toLowerCase(), { tag, name }] as const);
  }),
);

// Bounded quantifiers keep matching fast for a query of tens of kilobytes.
const NAME = `(${[...BY_NAME.keys()].join('|')})(?: language)?(?![\\p{L}\\p{N}])`;
const IN = String.raw`(?:in|auf|en|em|på|po)\s{1,9}`;
// "Answer in French", "write the report in French"…
const REQUESTED = new RegExp(
  String.raw`(?:,?\s{0,9}(?:and\s{1,9})?please)?[,;]?\s{0,9}(?<!\p{L})(?:answer|respond|reply|write|report|summari[sz]e)(?:\s{1,9}(?:me|it|the|this|your|a|an|report|answer|reply|summary|everything)){0,6}\s{1,9}${IN}${NAME}(?:,?\s{0,9}please)?[.!]?`,
  'iu',
);
// …or the language alone, separated from the question; at its end the separator is optional.
const SEPARATED = new RegExp(String.raw`[,;.?!\n]\s{0,9}\(?(?<wish>${IN}${NAME}(?:,?\s{0,9}please)?[.?!)]*)\s*$`, 'iu');
const LAST = new RegExp(String.raw`\s{1,9}${IN}${NAME}(?:,?\s{0,9}please)?(?=[.?!]?\s*$)`, 'iu');
// A question about words or books in that language does not request it.
const ABOUT_LANGUAGE =
  /\b(?:call(?:ed)?|say|said|mean(?:s|t|ing)?|words?|terms?|names?|named|phrases?|translat\w*|spell\w*|pronounc\w*|publish\w*|written|wrote|spoke\w*|speak\w*|sung|book|novel|poem|film|language)\b/i;

/** Splits a query into the requested language of its report and the rest. */
export function readLanguage(query: string): { language: Language | undefined; question: string } {
  const requested = REQUESTED.exec(query);
  if (requested)
    return { language: BY_NAME.get(requested[1]?.toLowerCase() ?? ''), question: query.replace(REQUESTED, '').trim() };
  const separated = SEPARATED.exec(query);
  if (separated)
    return {
      language: BY_NAME.get(separated[2]?.toLowerCase() ?? ''),
      question: query.slice(0, query.lastIndexOf(separated.groups?.wish ?? '')).replace(/[\s,;(]+$/, ''),
    };
  const last = ABOUT_LANGUAGE.test(query) ? null : LAST.exec(query);
  return last
    ? { language: BY_NAME.get(last[1]?.toLowerCase() ?? ''), question: query.replace(LAST, '').trim() }
    : { language: undefined, question: query };
}
