import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import type { Peer } from './peer.ts';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });

const readability: Peer = async (html) => {
  // linkedom's types are those of a browser's program, which this is not.
  const { document } = parseHTML(html) as unknown as { document: ConstructorParameters<typeof Readability>[0] };
  return { md: turndown.turndown(new Readability(document).parse()?.content ?? '') };
};

export default readability;
