import type { MarkedToken, Token, Tokens } from 'marked';

/** A token, and what it refers to: the address of a link, the number of `[2]`, undefined if it is no reference. */
export interface Referring {
  token: MarkedToken;
  key?: string;
}

const NUMBER = /\[(\d{1,3})\]/;

/** Inline tokens with each reference on its own, and without the brackets and commas that only hold references. */
export function splitAtReferences(tokens: readonly Token[]): Referring[] {
  const parts = tokens.flatMap((token) => partsOf(token as MarkedToken));
  const bare = parts.map((part, index) => withoutHolders(part, parts[index - 1], parts[index + 1]));
  return withPunctuationFirst(bare);
}

/** `cost 1 (A).` becomes `cost 1. A`: no line begins with a full stop. */
function withPunctuationFirst(parts: readonly Referring[]): Referring[] {
  const moved = [...parts];
  for (const [index, part] of parts.entries()) {
    const [, signs = '', rest = ''] = /^([.,;:!?。]+)([^]*)$/.exec(plainText(part) ?? '') ?? [];
    if (signs === '') continue;
    let before = index - 1;
    while (moved[before]?.key !== undefined || plainText(moved[before]) === '') before -= 1;
    const text = plainText(moved[before]);
    if (before === index - 1 || text === undefined) continue;
    moved[before] = { token: asText(text + signs) };
    moved[index] = { token: asText(rest) };
  }
  return moved;
}

/** Of a part that is nothing but text. */
function plainText(part: Referring | undefined): string | undefined {
  return part?.key === undefined && part?.token.type === 'text' && !part.token.tokens ? part.token.text : undefined;
}

function partsOf(token: MarkedToken): Referring[] {
  if (token.type === 'link') return [{ token, key: token.href }];
  if (token.type !== 'text' || token.tokens) return [{ token }];
  return token.text
    .split(/(\[\d{1,3}\])/)
    .filter((text) => text !== '')
    .map((text) => ({ token: asText(text), ...keyOf(text) }));
}

function keyOf(text: string): { key?: string } {
  const [, key] = NUMBER.exec(text) ?? [];
  return key !== undefined && text === `[${key}]` ? { key } : {};
}

const asText = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

/** `cost ([A](a), [B](b)).` holds its links in brackets, which say nothing once they are markers. */
function withoutHolders(part: Referring, before: Referring | undefined, after: Referring | undefined): Referring {
  if (part.key !== undefined || part.token.type !== 'text' || part.token.tokens) return part;
  let { text } = part.token;
  const isBehind = before?.token.type === 'link';
  const isAhead = after?.token.type === 'link';
  if (isBehind && isAhead && /^[,;\s]+$/.test(text)) text = '';
  if (isBehind) text = text.replace(/^\)/, '');
  if (isAhead) text = text.replace(/\s*\($/, '');
  return { token: asText(text) };
}
