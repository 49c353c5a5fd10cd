import assert from 'node:assert/strict';
import { fenced } from '../../../services/files/formats/code.ts';
import { unpackedBytes } from '../../../services/files/formats/unpacked-bytes.ts';

describe('source code as Markdown', () => {
  it('is fenced without blank lines around it, and in linear time', () => {
    const spaces = ' '.repeat(1_000_000);
    assert.equal(fenced(`\n  \n  x${spaces}y \n\n`, 'python'), `\`\`\`python\n  x${spaces}y\n\`\`\``);
  });
});

describe('the size of an entry of a ZIP file', () => {
  const entry = { name: 'a', size: 100, originalSize: 0 };
  it('is what a compressed entry declares, and what a stored one has', () =>
    assert.deepEqual(
      [unpackedBytes({ ...entry, compression: 8 }), unpackedBytes({ ...entry, compression: 0 })],
      [0, 100],
    ));
});
