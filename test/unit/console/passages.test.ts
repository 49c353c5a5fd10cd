import assert from 'node:assert/strict';
import { citedPassage } from '../../../console/text/passages.ts';
import { closestSentence } from '../../../console/text/sentences.ts';

const HANDBOOK = `# Leave policy

Unused days expire.

## Paid leave

Every employee has 28 days of [paid leave](https://example.com) a year. Version 3.5 of this page is newer! Ask your lead.

## Travel

\`\`\`
# not a heading
hotels cost 140
\`\`\`
`;

describe('the passage of a citation', () => {
  it('is the block that says it, with the headings above it and the sentence apart', () => {
    assert.deepEqual(citedPassage(HANDBOOK, 'Every employee has 28 days of paid leave a year'), {
      headings: ['Leave policy', 'Paid leave'],
      before: '',
      sentence: 'Every employee has 28 days of paid leave a year.',
      after: ' Version 3.5 of this page is newer! Ask your lead.',
    });
  });

  it('takes no heading from code', () => {
    const found = citedPassage(HANDBOOK, 'hotels cost 140');
    assert.deepEqual(found?.headings, ['Leave policy', 'Travel']);
    assert.match(found?.sentence ?? '', /hotels cost 140/);
  });

  it('is none where no word is shared', () => {
    assert.equal(citedPassage(HANDBOOK, 'basalt columns'), undefined);
    assert.equal(citedPassage('', 'basalt'), undefined);
  });

  it('prefers the short sentence that says it to the long one that mentions it', () => {
    const long = `Among many other things that this page tells of leave, days, years and employees, it tells nothing of paid ones`;
    assert.equal(closestSentence(`${long}. There are 28 days. `, 'There are 28 days of leave'), 'There are 28 days.');
  });

  it('does not end a sentence within a figure or a name', () => {
    assert.equal(
      closestSentence('See example.com for version 3.5 now. Bye.', 'version 3.5'),
      'See example.com for version 3.5 now.',
    );
  });
});
