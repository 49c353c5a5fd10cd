import assert from 'node:assert/strict';
import { createPhraseFamilies } from '../../../services/monitors/novelty/families.ts';
import { likenessOf } from '../../../services/monitors/novelty/likeness.ts';
import { novelShare, REPRINT_BELOW, saidIn, UPDATE_BELOW, wordPairsOf } from '../../../services/monitors/novelty/novel-share.ts';

const STORY = [
  'Storm petrels returned to the harbour wall on Tuesday night after an absence of eleven years.',
  'Wardens of the reserve counted forty burrows with birds in them before the rain set in.',
  'The last colony on this coast was lost when rats came ashore from a grounded trawler.',
  'Volunteers have laid bait on the rocks every spring since then, at their own expense.',
  'A spokesman of the trust said that nobody had expected them to come back so soon.',
];
const OTHER = [
  'The council voted on Friday to close the swimming pool in the old town for two winters.',
  'Repairs of the roof are thought to cost nine million, of which the state pays half.',
  'Swimming clubs protested outside the town hall with goggles, floats and a brass band.',
];
const story = STORY.join(' ');

const none = () => false;
const share = (text: string, isBoilerplate: (phrase: number) => boolean = none) => novelShare(saidIn(text, isBoilerplate), [wordPairsOf(story)]);
const shareBand = (one: string, other: string, monitors: [string, string] = ['mon_1', 'mon_1']) => {
  const bands = new Set(likenessOf(monitors[0], one).bands);
  return likenessOf(monitors[1], other).bands?.some((band) => bands.has(band)) ?? false;
};

describe('what is new in a text', () => {
  const reprints: Array<[string, string]> = [
    ['the text itself', story],
    ['its sentences in another order', STORY.toReversed().join(' ')],
    ['its beginning', STORY.slice(0, 3).join(' ')],
    ['other punctuation and capitals', story.toUpperCase().replaceAll('.', ' !')],
    ['a word changed in each sentence', story.replace('Tuesday', 'Monday').replace('forty', 'fifty').replace('rats', 'mice').replace('spring', 'autumn').replace('spokesman', 'friend')],
  ];
  for (const [what, text] of reprints) {
    it(`finds nothing in ${what}`, () => {
      assert.ok(shareBand(story, text));
      assert.ok(share(text) < REPRINT_BELOW, `${share(text)}`);
    });
  }

  it('finds an update in a text with another lead', () => {
    const text = [OTHER[0], ...STORY.slice(1)].join(' ');
    assert.ok(shareBand(story, text));
    assert.ok(share(text) >= REPRINT_BELOW && share(text) < UPDATE_BELOW, `${share(text)}`);
  });

  it('finds all of another text new', () => {
    assert.equal(shareBand(story, OTHER.join(' ')), false);
    assert.equal(share(OTHER.join(' ')), 1);
  });

  it('compares nothing between monitors', () => {
    assert.equal(shareBand(story, story, ['mon_1', 'mon_2']), false);
  });

  it('judges a text of a few words by nothing but being the same', () => {
    const [one, other] = [likenessOf('mon_1', 'Log in to go on.'), likenessOf('mon_1', 'log in — to go on')];
    assert.deepEqual([one.bands, one.bodyHash], [null, other.bodyHash]);
  });

  it('tells what sites say beside their texts from the texts', () => {
    const boilerplate = 'Hear it read by its author. 4 cups of tea long. Words are ours and nobody else has them.';
    const text = `${boilerplate.replace('4', '7')} ${story}`;
    assert.ok(share(text) > REPRINT_BELOW);
    const families = createPhraseFamilies();
    for (const family of ['a', 'b', 'c']) families.add(likenessOf('mon_1', `${boilerplate} ${OTHER.join(' ')}`).phrases ?? [], family);
    assert.equal(share(text, families.isBoilerplate), 0);
  });

  it('takes no sentence for boilerplate because many sites print one story', () => {
    const families = createPhraseFamilies();
    for (let copy = 0; copy < 20; copy += 1) families.add([7], 'one story');
    assert.equal(families.isBoilerplate(7), false);
  });

  it('compares with all originals together: a digest of what was delivered is no news', () => {
    const digest = [...STORY.slice(0, 2), ...OTHER.slice(0, 2)].join(' ');
    assert.equal(novelShare(saidIn(digest, none), [wordPairsOf(story), wordPairsOf(OTHER.join(' '))]), 0);
  });
});
