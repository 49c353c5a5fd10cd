import { Defuddle } from 'defuddle/node';
import type { Peer } from './peer.ts';

// Without `useAsync: false`, it queries services on the internet for a page with little content.
const defuddle: Peer = async (html, { url }) => ({
  md: (await Defuddle(html, url, { markdown: true, useAsync: false })).content,
});

export default defuddle;
