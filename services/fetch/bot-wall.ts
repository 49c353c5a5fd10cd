import type { Extracted } from './extract/extractor.ts';

/** A wall says little; an article about walls says much. */
const MOST_WORDS_OF_A_WALL = 120;

const WALL_TITLES = /^(just a moment|attention required|are you a (robot|human)|robot check|security check|human verification|verify you are human|pardon our interruption|ddos-guard|access (to this page has been )?denied)\b/i;
const WALL_TEXTS = /(verify (that )?you are (a )?human|checking (if the site connection is secure|your browser before)|complete the captcha|enable javascript and cookies to continue|unusual traffic from your)/i;

/** Whether a page of status 200 is a wall against bots instead of what was asked for. */
export function isBotWall({ title = '', markdown, wordCount }: Extracted): boolean {
  return wordCount <= MOST_WORDS_OF_A_WALL && (WALL_TITLES.test(title.trim()) || WALL_TEXTS.test(markdown));
}
