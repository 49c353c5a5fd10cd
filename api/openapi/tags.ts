import type { Operation } from '../operations/calls/operation.ts';

const SENTENCES: Record<string, string> = {
  Search: 'Find documents in your own index and with search providers.',
  Answer: 'Answer a question with cited sentences that are verified against their sources.',
  Chat: 'Get answers through SDKs of the chat completions API.',
  Fetch: 'Read web pages as Markdown.',
  'Agent runs': 'Research a question in the background and get a cited report.',
  Monitors: 'Run searches at regular times and deliver only new documents.',
  Documents: 'Index documents of the organization and delete them.',
  Sources: 'Follow feeds and sitemaps and keep their pages in your own index.',
  Crawls: 'Read whole sites into your own index, and list their addresses.',
  Account: 'Read the balance and the limits of the organization.',
};

/**
 * The tags of the operations, each with a sentence, in their order of appearance.
 *
 * @throws Error for a tag without a sentence
 */
export function tagsOf(operations: readonly Operation[]): Array<{ name: string; description: string }> {
  return [...new Set(operations.map(({ tag }) => tag))].map((name) => {
    const description = SENTENCES[name];
    if (description === undefined) throw new Error(`The tag ${name} has no sentence.`);
    return { name, description };
  });
}
