import assert from 'node:assert/strict';
import { plainText } from '../../../../services/text/markdown/plain-text.ts';

describe('the plain text of Markdown', () => {
  const cases: Array<[string, string, string]> = [
    ['links keep their words', 'See [the guide](https://a.example/x) now.', 'See the guide now.'],
    ['images go', 'Before ![alt](https://a.example/i.png) after.', 'Before  after.'],
    ['headings, quotes and emphasis lose their marks', '# Slate\n> **Deep** and _old_', 'Slate\nDeep and old'],
    ['underscores within words stay', 'QUARRY_DATA_DIR is set.', 'QUARRY_DATA_DIR is set.'],
    ['escapes are undone', 'C\\* is 5 \\[a\\]', 'C* is 5 [a]'],
    [
      'blocks of code go, the words around them stay',
      'Before.\n\n```bash\nnpm start\n```\n\nAfter.',
      'Before.\n\n\n\nAfter.',
    ],
    [
      'spans of code stay as they are',
      'Count with `SELECT COUNT(*) FROM t`, or *all* with `run(args, *, a=_b_)`.',
      'Count with `SELECT COUNT(*) FROM t`, or all with `run(args, *, a=_b_)`.',
    ],
    [
      'code in links, headings and emphasis stays',
      '# The `**` operator\n\nSee [`a[*]`](https://a.example/x) and **`<key>`**.',
      'The `**` operator\n\nSee `a[*]` and `<key>`.',
    ],
    [
      'stars and underscores that emphasize nothing stay',
      'SELECT * FROM t, COUNT(*), SUM(*), 2*3*4, f(*args, **kwargs), *.ts and __init__',
      'SELECT * FROM t, COUNT(*), SUM(*), 2*3*4, f(*args, **kwargs), *.ts and __init__',
    ],
    [
      'words in angle brackets that are no elements stay',
      'Send <b>Bearer</b> <key> or \\<token>.',
      'Send Bearer <key> or <token>.',
    ],
    [
      'escapes and entities are undone, those of elements too',
      'Use the \\<div> element, &lt;p&gt; and R\\&D.',
      'Use the <div> element, <p> and R&D.',
    ],
    [
      'raised and lowered text keeps its meaning',
      'It holds 2<sup>31</sup> m<sup>3</sup> of H<sub>2</sub>O.[^1]\n\n[^1]: Wet.',
      'It holds 2^31 m³ of H2O.\n\nWet.',
    ],
    ['blocks that are indented go', 'Before.\n\n    x = *p\n\nAfter.', 'Before.\n\n\n\nAfter.'],
    ['code stays where its block was cut', 'Before.\n```sql\nSELECT * FROM t', 'Before.\n\nSELECT * FROM t'],
    ['a fence without its end goes alone', 'Before.\n```bash\nnpm start', 'Before.\n\nnpm start'],
  ];
  for (const [what, markdown, words] of cases) {
    it(what, () => assert.equal(plainText(markdown), words));
  }
});
