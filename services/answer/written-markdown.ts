import { withoutInvisible } from './cleanse-passage.ts';

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<\/?[a-z!?][^<>]*>/gi;
const IMAGE = /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g;
const DEFINITION = /^\s*\[[^\]]+\]:\s*\S.*$/gm;
const LINK = /\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/g;
const ADDRESS = /<?(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|(?:javascript|vbscript|mailto|xmpp|tel|file|blob):(?=\S)|data:[a-z]+\/)[^\s<>]*>?/gi;
const BARE_ADDRESS = /(?:\/\/)?\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?\/[^\s<>)\]]*|\/\/(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/gi;
// Escapes that only keep a sign from being markup; all others could hide an address or a link.
const HIDING_ESCAPE = /\\([!-)+-/:-@[-^{}])/g;

/** A model's Markdown with its emphasis and code, but without links, images, HTML and addresses, which only sources may give. */
export function safeMarkdown(written: string): string {
  const bare = withoutAddresses(withoutInvisible(written).replaceAll(HIDING_ESCAPE, '$1'));
  return bare
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? part : escapeProse(part)))
    .join('');
}

/** The same for a line of a code block, in which nothing is escaped. */
export function safeCode(written: string): string {
  return withoutInvisible(written).replaceAll(COMMENT, '').replaceAll(/<\/?(?:a|img|script|iframe|object|embed|svg|link|meta|style|form|video|audio)\b[^<>]*>?/gi, '').replaceAll(ADDRESS, '').replaceAll(BARE_ADDRESS, '');
}

function withoutAddresses(text: string): string {
  const cleansed = text
    .replaceAll(COMMENT, '')
    .replaceAll(ADDRESS_IN_BRACKETS, '')
    .replaceAll(TAG, '')
    .replaceAll(IMAGE, '')
    .replaceAll(DEFINITION, '')
    .replaceAll(LINK, '$1')
    .replaceAll(ADDRESS, '')
    .replaceAll(BARE_ADDRESS, '');
  // What was taken out may have parted what now stands together.
  return cleansed === text ? text : withoutAddresses(cleansed);
}

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

/** Whether a text holds what `safeMarkdown` would take out of it. */
export function holdsAddressOrMarkup(text: string): boolean {
  return withoutInvisible(text) !== text || withoutAddresses(text) !== text;
}
