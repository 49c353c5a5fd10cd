import assert from 'node:assert/strict';
import { aboutQuery } from '../../../../services/monitors/run/search-outcome.ts';

describe('a hit of a monitor', () => {
  const rows: Array<[string, string, boolean]> = [
    ['cormorants', 'A cormorant dries its wings.', true],
    ['harbour news', 'News of the harbours: dredging begins.', true],
    ['harbour news', 'The harbour was dredged in March.', false],
    ['harbour news', 'News from the mountains.', false],
    ['ferry fares Rostock', 'The fares of all ferries rise.', true],
    ['ferry fares Rostock', 'Rostock has a new theatre.', false],
    ['what are the ferry fares to Rostock in winter', 'In winter the ferry to Rostock is late.', true],
    ['what are the ferry fares to Rostock in winter', 'Winter fares of trains were published.', false],
    ['the of and', 'Anything at all.', true],
    ['"harbour news" -market', 'Harbour news: the market is closed.', true],
  ];
  for (const [query, text, expected] of rows) {
    it(`for "${query}" is ${expected ? '' : 'not '}about it: ${text}`, () =>
      assert.equal(aboutQuery(query)(text), expected));
  }
});
