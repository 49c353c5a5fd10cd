import { Defuddle } from 'defuddle/node';
import type { Peer } from './peer.ts';

// Without `useAsync: false` it asks services on the internet where a page holds little.
const defuddle: Peer = async (html, { url }) => ({
  md: (await Defuddle(html, url, { markdown: true, useAsync: false })).content,
});

export default defuddle;
