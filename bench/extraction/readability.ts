import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import type { Peer } from './peer.ts';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });

const readability: Peer = async (html) => {
  // linkedom's types require the types of a browser, which this project does not include.
  const { document } = parseHTML(html) as unknown as { document: ConstructorParameters<typeof Readability>[0] };
  return { md: turndown.turndown(new Readability(document).parse()?.content ?? '') };
};

export default readability;
