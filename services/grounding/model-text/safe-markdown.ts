import { codeParts } from '../../text/markdown/code-parts.ts';
import { withoutTags } from '../../text/markdown/html-tags.ts';
import { withoutInvisible } from '../../page-text/cleanse-passage.ts';

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<\/?[a-z!?][^<>]*>/gi;
const IMAGE = /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g;
const DEFINITION = /^\s*\[[^\]]+\]:\s*\S.*$/gm;
const LINK = /\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/g;
const ADDRESS =
  /<?(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|(?:javascript|vbscript|mailto|xmpp|tel|file|blob):(?=\S)|data:[a-z]+\/)[^\s<>]*>?/gi;
const BARE_ADDRESS =
  /(?:\/\/)?\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?\/[^\s<>)\]]*|\/\/(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/gi;
// Escapes that only keep a character from being markup; any other could hide an address or a link.
const HIDING_ESCAPE = /\\([!-)+-/:-@[-^{}])/g;

/**
 * A model's Markdown with its emphasis and code, but without links, images, HTML and addresses, which only sources may
 * supply.
 *
 * @param isQuoted whether a source contains the inline code
 */
export function safeMarkdown(written: string, isQuoted: (code: string) => boolean = () => false): string {
  return codeParts(withoutInvisible(written))
    .map(({ type, text }) =>
      type === 'prose' ? escapeProse(withoutAddresses(text.replaceAll(HIDING_ESCAPE, '$1'))) : safeSpan(text, isQuoted),
    )
    .join('');
}

/** The span unchanged, or ''. Tags and escapes are literal in code; an address must come from a source. */
function safeSpan(span: string, isQuoted: (code: string) => boolean): string {
  const [mark = ''] = /^`+/.exec(span) ?? [];
  const code = span.slice(mark.length, -mark.length);
  if (code.trim() === '') return '';
  return isQuoted(code.trim()) || !ADDRESS_IN_CODE.test(code) ? span : '';
}

const ADDRESS_IN_CODE = new RegExp(String.raw`${ADDRESS.source}|!?\[[^[\]]*\]\(`, 'i');

/** The text without addresses, links, images and HTML; the text of a link stays. */
export function withoutAddresses(text: string): string {
  const cleansed = text
    .replaceAll(COMMENT, '')
    .replaceAll(ADDRESS_IN_BRACKETS, '')
    .replaceAll(TAG, (tag) => (isPlaceholder(tag) ? tag : ''))
    .replaceAll(IMAGE, '')
    .replaceAll(DEFINITION, '')
    .replaceAll(LINK, '$1')
    .replaceAll(ADDRESS, '')
    .replaceAll(BARE_ADDRESS, '');
  // A removal may join parts into new markup.
  return cleansed === text ? text : withoutAddresses(cleansed);
}

/** A placeholder, as in `Bearer <key>`, that is not an HTML element. */
const isPlaceholder = (tag: string) => /^<[a-z][\w-]*>$/i.test(tag) && withoutTags(tag) === tag;

const ADDRESS_IN_BRACKETS = /<[a-z][a-z0-9+.-]*:[^\s<>]*>/gi;

function escapeProse(text: string): string {
  return text
    .replaceAll(/\\(?![*_`|~])/g, String.raw`\\`)
    .replaceAll(/(?<!\\)`/g, '\\`')
    .replaceAll(/[[\]<]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll(/:(?=\/\/)/g, String.raw`\:`)
    .replaceAll(/\b(www|mailto|xmpp)(?=[.:])/gi, '$1\\')
    .replaceAll('@', String.raw`\@`);
}

/** Whether a text contains anything that `safeMarkdown` would remove. */
export function holdsAddressOrMarkup(text: string): boolean {
  return withoutInvisible(text) !== text || withoutAddresses(text) !== text;
}
