import assert from 'node:assert/strict';
import { readableText } from '../../../../services/text/markdown/plain-text.ts';

describe('the text of a Markdown page', () => {
  it('has its words and its code without markup', () => {
    const markdown = [
      '# Locks',
      '',
      'Use `SELECT … FOR UPDATE` with **care**, see [the manual](https://example.com/a_(b)).',
      '',
      '```sql',
      'select * from `a`; -- **not** bold',
      '```',
      '',
      '',
      '',
      '- one \\* two',
      '- ![drawing](https://example.com/x.png)three',
    ].join('\n');
    assert.equal(
      readableText(markdown),
      'Locks\n\nUse SELECT … FOR UPDATE with care, see the manual.\n\nselect * from `a`; -- **not** bold\n\n- one * two\n- three',
    );
    assert.equal(readableText(''), '');
    assert.equal(readableText('~~~\nonly code\n~~~\n'), 'only code');
  });

  it('is read in time, whatever the text', () => {
    for (const text of [
      `a${'\n'.repeat(200_000)}b`,
      `${'~'.repeat(200_000)} x`,
      `${'| '.repeat(100_000)}x`,
      '`'.repeat(100_000),
    ])
      assert.ok(readableText(text).length <= text.length);
  }).timeout(5_000);
});
