import type { ShownCall } from '../text/examples.ts';
import type { StreamedAnswer } from './stream-answer.ts';

export const MODES = ['search', 'answer', 'chat', 'fetch', 'research'] as const;
export type Mode = (typeof MODES)[number];

export const LABELS: Record<Mode, { name: string; asks: string; does: string }> = {
  search: { name: 'Search', asks: 'What are you looking for?', does: 'Finds pages and shows the passages that match.' },
  answer: { name: 'Answer', asks: 'Ask a question', does: 'Answers with sentences of the sources, each cited.' },
  chat: {
    name: 'Chat',
    asks: 'Say something; ask back later',
    does: 'Answers turn by turn, and remembers the subject.',
  },
  fetch: { name: 'Fetch', asks: 'One address or several', does: 'Reads pages as Markdown.' },
  research: {
    name: 'Research',
    asks: 'What should be found out?',
    does: 'Plans, searches, reads and writes a report.',
  },
};

export interface PlayOptions {
  /** Empty: the default. */
  scope: string;
  /** Host names, divided by spaces or commas. Empty: all. */
  sites: string;
  effort: 'low' | 'medium' | 'high' | 'max';
  /** Whether pages are shown as they look, too. */
  picture: boolean;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
  /** Of an assistant's turn: with its sources. */
  answer?: StreamedAnswer;
}

const RESULTS = 10;
const inParts = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

/** The call that a mode makes of what was typed. `turns` are those of a chat before it. */
export function playCall(mode: Mode, text: string, options: PlayOptions, turns: readonly ChatTurn[] = []): ShownCall {
  const scope = options.scope === '' ? {} : { scope: options.scope };
  const sites = options.sites.trim() === '' ? {} : { include_domains: inParts(options.sites) };
  const post = (path: string, body: unknown): ShownCall => ({ method: 'POST', path, body });
  switch (mode) {
    case 'search':
      return post('/v1/search', {
        query: text,
        ...scope,
        ...sites,
        max_results: RESULTS,
        fields: { snippets: true, content: false },
      });
    case 'answer':
      return post('/v1/answer', { query: text, ...scope, include_content: true });
    case 'chat': {
      const messages = [...turns.map(({ role, content }) => ({ role, content })), { role: 'user', content: text }];
      return post('/v1/chat/completions', { model: 'base', messages, ...scope, include_content: true });
    }
    case 'fetch':
      return post('/v1/fetch', { urls: inParts(text), ...(options.picture && { include: ['screenshot'] }) });
    case 'research':
      return post('/v1/agent/runs', { query: text, effort: options.effort, ...sites });
  }
}

/** Which options a mode has. */
export const OPTIONS: Record<Mode, ReadonlyArray<keyof PlayOptions>> = {
  search: ['scope', 'sites'],
  answer: ['scope'],
  chat: ['scope'],
  fetch: ['picture'],
  research: ['effort', 'sites'],
};
