import assert from 'node:assert/strict';
import { passagesOf, passageText } from '../../../services/blocks/passages.ts';

const cutPassages = (text: string) => passagesOf(text).map(passageText);

const folded = (text: string) => text.replaceAll(/\s+/g, '');

describe('passages', () => {
  const prose = Array.from({ length: 120 }, (_, number) => `Sentence number ${number} has exactly eight words.`).join(
    ' ',
  );

  it('end at sentences and have about 200 words', () => {
    for (const passage of cutPassages(prose)) {
      assert.match(passage, /^Sentence .*\.$/s);
      assert.ok(passage.split(' ').length <= 200);
    }
    assert.equal(cutPassages(prose).length, Math.ceil((120 * 7) / 196));
  });

  for (const [kind, text] of [
    ['prose', prose],
    ['one endless word', 'x'.repeat(9_001)],
    ['one endless sentence', 'word '.repeat(3_000)],
    ['emoji', '😀'.repeat(3_001)],
    ['Chinese', '我喜欢猫。'.repeat(500)],
  ] as const) {
    it(`hold all of ${kind}, well formed`, () => {
      const passages = cutPassages(text);
      assert.equal(folded(passages.join('')), folded(text));
      assert.ok(passages.length > 1);
      assert.ok(passages.every((passage) => passage.isWellFormed() && passage.trim() === passage));
    });
  }

  it('never end within inline code or a code block', () => {
    const block = `\`\`\`sql\n${'SELECT * FROM t. Where x > 1;\n'.repeat(20)}\`\`\``;
    const text = `${prose}\n\n${block}\n\n${'Use `a. B. C` here. '.repeat(100)}`;
    const passages = cutPassages(text);
    assert.ok(passages.some((passage) => passage.includes(block)));
    assert.equal(passages.join(' ').split('`a. B. C`').length - 1, 100);
  });

  it('have fences of their own if a code block is too long for one, and cut no line of it', () => {
    const code = Array.from({ length: 300 }, (_, number) => `    SELECT count(*) FROM t${number} WHERE a = 1;`);
    const passages = cutPassages(`Before.\n\n\`\`\`sql\n${code.join('\n')}\n\`\`\`\n\nAfter.`);
    const blocks = passages.slice(1, -1);
    assert.ok(blocks.length > 3 && blocks.every((block) => block.startsWith('```sql\n') && block.endsWith('\n```')));
    assert.deepEqual(
      blocks.flatMap((block) => block.split('\n').slice(1, -1)),
      code,
    );
  });

  it('are absent for a blank text', () => assert.deepEqual(cutPassages(' \n '), []));
});
