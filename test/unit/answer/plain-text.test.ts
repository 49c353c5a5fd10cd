import assert from 'node:assert/strict';
import { plainText } from '../../../services/answer/plain-text.ts';

describe('the plain text of Markdown', () => {
  const cases: Array<[string, string, string]> = [
    ['links keep their words', 'See [the guide](https://a.example/x) now.', 'See the guide now.'],
    ['images go', 'Before ![alt](https://a.example/i.png) after.', 'Before  after.'],
    ['headings, quotes and emphasis lose their marks', '# Slate\n> **Deep** and _old_', 'Slate\nDeep and old'],
    ['underscores within words stay', 'QUARRY_DATA_DIR is set.', 'QUARRY_DATA_DIR is set.'],
    ['escapes are undone', 'C\\* is 5 \\[a\\]', 'C* is 5 [a]'],
    ['blocks of code go, the words around them stay', 'Before.\n\n```bash\nnpm start\n```\n\nAfter.', 'Before.\n\n\n\nAfter.'],
    ['a fence without its end goes alone', 'Before.\n```bash\nnpm start', 'Before.\n\nnpm start'],
  ];
  for (const [what, markdown, words] of cases) {
    it(what, () => assert.equal(plainText(markdown), words));
  }
});
