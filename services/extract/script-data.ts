import { isText, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { elementsIn } from './dom/elements.ts';
import { parsePage } from './dom/parse.ts';
import { countWords } from './dom/text-measure.ts';
import { settleRaised } from './dom/settle-raised.ts';
import { settleForms, writeContent, type WrittenContent } from './markdown/write-content.ts';

/** Text that pages carry as data of a script. */
export interface EmbeddedTexts {
  /** The article bodies in JSON-LD. */
  stated: string[];
  /** The initial state of an application, as JSON. */
  states: string[];
}

const LARGEST_STATE = 4 * 1024 * 1024;
const STATE_IDS =
  /^(__next_data__|__nuxt_data__|data-preloaded|initial-state|preloaded-state|__data|app-state|ng-state|serverapp-state)$/i;
const ASSIGNED =
  /^\s*(?:window|self|globalThis)?\.?(?:\[?["']?__\w+?(?:__)?["']?\]?)\s*=\s*([[{][\s\S]*[\]}])\s*;?\s*$/;

/** Collects the data that may hold a page's text. Must run before its scripts are removed. */
export function embeddedTexts(elements: readonly Element[]): EmbeddedTexts {
  const found: EmbeddedTexts = { stated: [], states: [] };
  for (const element of elements.filter(({ name, attribs }) => name === 'script' || 'data-preloaded' in attribs)) {
    const text =
      element.attribs['data-preloaded'] ??
      (element.children.length === 1 && element.children[0] && isText(element.children[0])
        ? element.children[0].data
        : '');
    if (text.length > LARGEST_STATE) continue;
    if (/ld\+json/i.test(element.attribs.type ?? '')) found.stated.push(text);
    else if (isState(element)) found.states.push(text);
    else if (text.includes('__') && ASSIGNED.test(text.slice(0, 80) + text.slice(-80)))
      found.states.push(ASSIGNED.exec(text)?.[1] ?? '');
  }
  return found;
}

const isState = ({ attribs }: Element) =>
  STATE_IDS.test(attribs.id ?? '') || 'data-preloaded' in attribs || attribs.type === 'application/json';

/** The text that a page carries as data, as Markdown; undefined if it carries none. */
export function recoverContent({ stated, states }: EmbeddedTexts, baseUrl: string): WrittenContent | undefined {
  const bodies = textsIn(stated, (key) => key === 'articleBody');
  const found = bodies.length > 0 ? bodies : textsIn(states, (key) => BODY_KEYS.has(key));
  if (found.length === 0) return undefined;
  const root = parsePage(found.map(asHtml).join('\n'));
  const elements = elementsIn(root);
  settleForms(elements);
  settleRaised(elements);
  return writeContent(root, baseUrl);
}

/** Property names under which applications store readable text. */
const BODY_KEYS = new Set([
  'cooked',
  'content',
  'body',
  'bodyHtml',
  'html',
  'contentHtml',
  'rendered',
  'text',
  'markdown',
  'article',
  'articleBody',
  'description',
  'longDescription',
  'value',
  'excerpt',
  'fullText',
  'post_content',
]);

/** In characters. Shorter strings are labels. */
const FEWEST_WORDS = 12;
const MOST_TEXTS = 500;
const DEEPEST = 40;

function textsIn(documents: string[], isBody: (key: string) => boolean): string[] {
  const texts = new Set<string>();
  const visit = (value: unknown, key: string, depth: number): void => {
    if (depth > DEEPEST || texts.size >= MOST_TEXTS) return;
    if (typeof value === 'string') {
      const nested = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
      if (nested !== undefined) visit(nested, key, depth + 1);
      else if (isBody(key) && isProse(value)) texts.add(value);
    } else if (Array.isArray(value)) {
      for (const one of value) visit(one, key, depth + 1);
    } else if (value !== null && typeof value === 'object') {
      for (const [name, one] of Object.entries(value)) visit(one, name, depth + 1);
    }
  };
  for (const document of documents) visit(parsed(document), '', 0);
  return Array.from(texts);
}

/** Whether a string is sentences, not an address, a style or a program. */
function isProse(text: string): boolean {
  const plain = text.includes('<') ? textContent(parsePage(text)) : text;
  return (
    countWords(plain) >= FEWEST_WORDS &&
    /[.!?。！？]/.test(plain) &&
    !/[{};]\s*[\w.#-]+\s*[:{]|function\s*\(|=>/.test(plain.slice(0, 400))
  );
}

const isMarkup = (text: string) =>
  /<(p|div|h[1-6]|ul|ol|br|a|li|section|article|figure|blockquote|strong|em)[\s>/]/i.test(text);

function asHtml(text: string): string {
  if (isMarkup(text)) return `<div>${text}</div>`;
  const paragraphs = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/\n\s*\n|\n/)
    .filter((line) => line.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
