import assert from 'node:assert/strict';
import { createPhraseClusters, firstRecordOfStories } from '../../../../services/monitors/novelty/clusters.ts';
import { fingerprintOf } from '../../../../services/monitors/novelty/fingerprint.ts';
import { bodySentences, novelShare, wordPairsOf } from '../../../../services/monitors/novelty/novel-share.ts';

const STORIES = [
  'Beavers have dammed the mill stream above the village. Farmers downstream complain about wet meadows. The county is looking for a compromise.',
  'A night train will link the two capitals again from December. Tickets go on sale in the first week of October. Sleeping cars come from a scrapped fleet.',
  'The chess club of the valley won the cup for the third time. Its youngest player decided the final with a rook sacrifice. The town hall will put up a plaque.',
];
const STORY =
  'The observatory on the hill reopens to visitors after four years of repairs. Its dome turns by hand again, as it did when it was built. Guided tours begin at dusk on clear evenings.';

const FOOTERS: Record<string, string> = {
  'a short line': 'Ferns and lanterns, daily since nineteen-nine.',
  'a notice with names and figures':
    'Lantern Press is a trading name of Fern & Daughters of Applewick, whose printing house at 14 Tanner Row has been in the hands of one family since 1909.',
  'a footer of many sentences': Array.from(
    { length: 12 },
    (_, nth) =>
      `Clause ${nth} binds whoever prints, keeps or lends the ${['red', 'blue', 'grey', 'brown'][nth % 4]} edition of Lantern Press in the ${['first', 'second', 'third'][nth % 3]} district of Applewick.`,
  ).join(' '),
};

describe('a text that a site repeats', () => {
  const shareOf = (site: string, footer: string) => {
    const clusters = createPhraseClusters();
    for (const [nth, story] of STORIES.entries())
      clusters.add(fingerprintOf('mon_1', `${story}\n\n${footer}`, 'lantern.example').phrases ?? [], String(nth));
    const text = `${STORY}\n\n${footer}`;
    return novelShare(bodySentences({ title: '', text, site }, clusters.isBoilerplate), [wordPairsOf(STORY)]);
  };

  for (const [what, footer] of Object.entries(FOOTERS)) {
    it(`is no news below a text of the site: ${what}`, () => assert.equal(shareOf('lantern.example', footer), 0));
  }

  it('is news on another site, if it is longer than the lines that all sites share', () => {
    assert.ok(shareOf('other.example', FOOTERS['a notice with names and figures'] ?? '') > 0.1);
  });
});

describe('the stories of delivered documents', () => {
  const firstOf = (...texts: string[]) => [
    ...firstRecordOfStories(
      texts.map((text, nth) => ({
        recordId: String(nth),
        phrases: fingerprintOf('mon_1', text, 'lantern.example').phrases ?? [],
      })),
    ).values(),
  ];
  const more = ['The first guests came from the school.', 'A telescope was given by a widow.'];

  it('are one for a text and its updates', () => {
    assert.deepEqual(firstOf(STORY, `${more[0]} ${STORY}`, `${more.join(' ')} ${STORY}`), ['0', '0', '0']);
  });

  it('are several for texts above one footer, and for a page that has nothing but the footer', () => {
    const footer = 'Lanterns are sold at the gate. Ferns are watered at noon. Dogs wait outside.';
    assert.deepEqual(firstOf(footer, ...STORIES.map((story) => `${story} ${footer}`)), ['0', '1', '2', '3']);
  });
});
