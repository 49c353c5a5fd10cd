import { extractPage } from '../../services/extract/extract-page.ts';
import type { Peer } from './peer.ts';

const quarry: Peer = async (html, { url }) => ({ md: extractPage(html, url ?? 'https://example.com/').markdown });

export default quarry;
