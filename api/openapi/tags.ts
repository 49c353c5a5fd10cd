import type { Operation } from '../operations/calls/operation.ts';

const SENTENCES: Record<string, string> = {
  Search: 'Find documents, as passages and content, in the own index and with search providers.',
  Answer: 'Answer a question in sentences that are checked against the sources that they cite.',
  Chat: 'The same answers for SDKs of the chat completions API.',
  Fetch: 'Read web pages as Markdown.',
  'Agent runs': 'Research a question in the background, with a cited report as the result.',
  Monitors: 'Run searches on a cadence and deliver only what is new.',
  Documents: "Put documents into the organization's own index and delete them.",
  Sources: 'Follow feeds and sitemaps, whose pages are kept in the own index.',
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
