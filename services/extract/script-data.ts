import { isText, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { elementsIn } from './dom/elements.ts';
import { parsePage } from './dom/parse.ts';
import { countWords } from './dom/text-measure.ts';
import { settleRaised } from './dom/settle-raised.ts';
import { settleForms, writeContent, type Written } from './markdown/write-content.ts';

/** Pages whose text stands in them as the data of a script. */
export interface EmbeddedTexts {
  /** The bodies that JSON-LD states. */
  stated: string[];
  /** The data that an application starts from, as JSON. */
  states: string[];
}

const LARGEST_STATE = 4 * 1024 * 1024;
const STATE_IDS =
  /^(__next_data__|__nuxt_data__|data-preloaded|initial-state|preloaded-state|__data|app-state|ng-state|serverapp-state)$/i;
const ASSIGNED =
  /^\s*(?:window|self|globalThis)?\.?(?:\[?["']?__\w+?(?:__)?["']?\]?)\s*=\s*([[{][\s\S]*[\]}])\s*;?\s*$/;

/** What may be recovered from a page; to be read before its scripts are taken out. */
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

/** The text that a page holds as data, as Markdown; nothing where it holds none. */
export function recover({ stated, states }: EmbeddedTexts, baseUrl: string): Written | undefined {
  const bodies = textsIn(stated, (key) => key === 'articleBody');
  const found = bodies.length > 0 ? bodies : textsIn(states, (key) => BODY_KEYS.has(key));
  if (found.length === 0) return undefined;
  const root = parsePage(found.map(asHtml).join('\n'));
  const elements = elementsIn(root);
  settleForms(elements);
  settleRaised(elements);
  return writeContent(root, baseUrl);
}

/** Under which names applications keep what they show to read. */
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

/** Shorter strings are labels. */
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

/** Sentences, not addresses, styles or programs. */
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
