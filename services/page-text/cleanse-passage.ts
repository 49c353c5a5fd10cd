import { keepCode } from '../text/markdown/keep-code.ts';
import { LINK_TARGET } from '../text/markdown/markdown-links.ts';
import { sentencesOf } from '../text/sentences.ts';
import { toReaders } from './prompt-injection.ts';

// Characters that readers do not see and models read: Unicode tags, zero-width characters, direction marks, variation
// selectors.
const INVISIBLE =
  /\u00ad|\u034f|\u061c|\u115f|\u1160|[\u17b4\u17b5]|[\u180b-\u180f]|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|[\ufe00-\ufe0f]|\ufeff|\uffa0|[\u{e0000}-\u{e0fff}]/gu;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
// Without attributes it may be a placeholder, as in a manual; such a tag has no effect.
const TAG = /<[a-z][\w-]*\s[^<>]*=[^<>]*>/gi;
// Elements that a browser does not show.
const HIDDEN =
  /<(\w+)\b[^<>]*\b(?:hidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d]))[^<>]*>[\s\S]*?<\/\1>/gi;
// Role marks of chat templates and prompts, with the text attributed to the role.
const TURN =
  /<\|[^|<>]*\|>(?:(?!\n\s*\n)[\s\S])*?(?:<\|[^|<>]*\|>|(?=\n\s*\n)|$)|\[INST\](?:(?!\n\s*\n)[\s\S])*?(?:\[\/INST\]|(?=\n\s*\n)|$)|<<SYS>>(?:(?!\n\s*\n)[\s\S])*?(?:<<\/SYS>>|(?=\n\s*\n)|$)/g;
const ROLE_ELEMENT = /<(system|assistant|developer|user|instructions?|prompt|admin)\b[^<>]*>[\s\S]*?<\/\1>/gi;
const END_OF_SOURCES = /<\s*\/?\s*sources?\b[^<>]*>?(?:(?!\n\s*\n)[\s\S])*/gi;
// Encoded text that readers skip and a model decodes.
const ENCODED =
  /(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z]*[0-9+/=])[A-Za-z0-9+/]{32,}={0,2}/g;
// Markdown that a page shows literally: only a source may be cited.
const FAKE_LINK = new RegExp(String.raw`!?\[([^[\]]*)\]${LINK_TARGET}|^\s*\[[^\]]+\]:\s*\S+\s*$`, 'gm');
const UNSEEN = [COMMENT, HIDDEN, TURN, ROLE_ELEMENT, END_OF_SOURCES, TAG, ENCODED];

/**
 * The text as a model may read it: without invisible characters and without prompt injection. This reduces the effect
 * of a planted instruction; the model's text is verified all the same.
 */
export function cleansePassage(passage: string): string {
  const visible = keepCode(withoutInvisible(passage), withoutUnseen);
  const kept = visible.split(/(\n\s*\n)/).map((paragraph) => (paragraph.trim() ? withoutOrders(paragraph) : paragraph));
  return kept.join('').trim();
}

// A list item or a row stays separate.
const OWN_LINE = /^(?:[-*#•|]|\d+[.)])\s/;

function withoutOrders(paragraph: string): string {
  const sentences = sentencesOf(paragraph);
  const kept = toReaders(sentences);
  if (kept.length === sentences.length) return paragraph;
  return kept.reduce(
    (text, sentence) => (text === '' ? sentence : `${text}${OWN_LINE.test(sentence) ? '\n' : ' '}${sentence}`),
    '',
  );
}

function withoutUnseen(prose: string): string {
  return UNSEEN.reduce((text, unseen) => text.replaceAll(unseen, ' '), prose).replaceAll(FAKE_LINK, '$1');
}

/** Code as a model may read it: without role marks, and without encoded text. */
export function cleanseCode(code: string): string {
  return [TURN, ROLE_ELEMENT, END_OF_SOURCES, ENCODED].reduce((text, unseen) => text.replaceAll(unseen, ' '), code);
}

export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}
