import assert from 'node:assert/strict';
import { recordLines } from '../../../cli/output/record-lines.ts';

const RECORD = { record_id: '1', first_seen_at: '2026-11-25T13:51:24.863Z' };
const PAGE = { url: 'https://example.com/ferry', title: 'Ferry' };

describe('a record of a monitor at a terminal', () => {
  it('is the title and the address of what was found', () => {
    const document = { url: 'https://example.com/petrels', title: 'Petrels are back' };
    assert.deepEqual(recordLines({ ...RECORD, search_result: { document } }), [document.title, document.url]);
  });

  it('says what has changed on a page', () => {
    const page_change = { page: PAGE, added: ['Adults | 26 €'], removed: ['Adults | 24 €'] };
    assert.deepEqual(recordLines({ ...RECORD, page_change }), [
      'Ferry',
      PAGE.url,
      '- Adults | 24 €',
      '+ Adults | 26 €',
    ]);
  });

  it('tells how much it leaves out', () => {
    const added = Array.from({ length: 12 }, (_, place) => `Line ${place}`);
    assert.equal(recordLines({ ...RECORD, page_change: { page: PAGE, added, removed: [] } }).at(-1), '… and 2 more');
  });
});
