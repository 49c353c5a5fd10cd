/**
 * Short English sentences that most sites print beside their texts. A monitor learns the phrases of its own sites after
 * three stories. It knows these from the start.
 */
const COMMON = [
  /^(\d+|\w+) (min|mins|minute|minutes) read\b/,
  /^listen to (this|the) (article|story)/,
  /^(reporting|writing|editing|additional reporting|compiled|translated) by /,
  /all rights reserved$/,
  /^(copyright|©)/,
  /^(sign up|subscribe|register|log in|sign in)( now| here| today)? (for|to) /,
  /^(follow|like|find|join) us on /,
  /^(read|see|find out|learn) more\b/,
  /^(share|print|save|e?mail) this (article|story|page|post)/,
  /^(this|the) (story|article|post|page) was (first|last|originally) (published|updated)/,
  /\bupdated (at|on)( \d+)+\b/,
  /^our standards the /,
  /^(we|this (site|website|page)) uses? cookies/,
  /^(advertisement|sponsored|related (articles|stories|posts|topics))$/,
];
const LONGEST_WORDS = 12;

/** @param words folded words of a sentence */
export function isCommonPhrase(words: readonly string[]): boolean {
  if (words.length > LONGEST_WORDS) return false;
  const sentence = words.join(' ');
  return COMMON.some((pattern) => pattern.test(sentence));
}
