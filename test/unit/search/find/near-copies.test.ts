import assert from 'node:assert/strict';
import { copyDetector } from '../../../../services/search/find/outside-documents.ts';

const STORY =
  'The harbour of Kelmar was closed on Monday after a storm tore two piers away and sank a dredger at its mooring near the light.';

describe('the detector of copies', () => {
  it('recognizes the same words in another layout, and with a changed word', () => {
    const isCopy = copyDetector();
    assert.equal(isCopy(STORY), false);
    assert.equal(isCopy(STORY.toUpperCase().replaceAll(' ', '\n')), true);
    assert.equal(isCopy(`${STORY} Agency`), true);
  });

  it('ignores another report of the same event', () => {
    const isCopy = copyDetector();
    assert.equal(isCopy(STORY), false);
    assert.equal(
      isCopy(
        'A storm has torn two piers away at Kelmar, whose harbour was closed on Monday; a dredger sank near the light at its mooring.',
      ),
      false,
    );
  });

  it('ignores short texts, which are equal by chance', () => {
    const isCopy = copyDetector();
    assert.equal(isCopy('Home page of the harbour'), false);
    assert.equal(isCopy('Home page of the harbour'), false);
  });
});
