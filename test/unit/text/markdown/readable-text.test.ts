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

  it('keeps a bracket that is escaped, and a comment that is not ended', () => {
    assert.equal(readableText(String.raw`\[not](a link), [but](this)`), '[not](a link), but');
    assert.equal(readableText('a<!-- b -->c <!--> d --> e'), 'ac  e');
    assert.match(readableText('a <!-- b'), /^a .*b$/);
  });

  it('is emphasized by marks that are closed, whatever is open beside them', () => {
    assert.equal(readableText('**a *b **c** d* e*'), '**a b c d e*');
    assert.equal(readableText('*a **b* c** d'), 'a **b c** d');
  });

  it('is read in time, whatever the text', () => {
    for (const text of [
      `a${'\n'.repeat(200_000)}b`,
      `${'~'.repeat(200_000)} x`,
      `${'| '.repeat(100_000)}x`,
      '`'.repeat(100_000),
      `a${' '.repeat(1_000_000)}b`,
      String.raw`\[`.repeat(200_000),
      '<!-- a '.repeat(200_000),
      '*a '.repeat(200_000) + 'a** '.repeat(200_000),
    ])
      assert.ok(readableText(text).length <= text.length);
  }).timeout(5_000);
});
