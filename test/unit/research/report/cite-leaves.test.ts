import assert from 'node:assert/strict';
import { citeLeaves } from '../../../../services/research/report/cite-leaves.ts';

const BARRE =
  'The Barre quarry is 600 feet deep and 1,200 feet wide. The Barre quarry opened in 1833. In 1902 it employed 450 workers, 12 of them women. It was visited by 2,024 people.';
const COLD =
  'The mean temperature at Oslo is -5 °C in winter and 16 °C in summer. The lake freezes at minus 3 degrees. Its bed lies 40 metres below sea level. The firm lost money: a profit of −$5 million. It was mined 1990-600 times. The span is 10 – 20 km.';
const TABLE = 'Figures of the quarry\n\n| Workers | Tonnes |\n| 75 | 900 |\n\nDepth:\n\n90';

/** What stays of one leaf. */
function kept(
  leaf: unknown,
  name: string,
  {
    passage = BARRE,
    schema = {},
    query = 'Tell me about the Barre quarry',
  }: { passage?: string; schema?: object; query?: string } = {},
): unknown {
  const path = name.split('.');
  const value = path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), leaf);
  const nested = path.reduceRight<object>((inner, step) => ({ type: 'object', properties: { [step]: inner } }), schema);
  const { grounding } = citeLeaves(
    value,
    [{ id: 1, url: 'https://a.example/', name: 'a', title: 'a', passages: [passage] }],
    { schema: nested as Record<string, unknown>, query },
  );
  return grounding.length > 0 ? leaf : null;
}

describe('a number of a structured output', () => {
  const said: Array<[leaf: unknown, name: string, more?: Parameters<typeof kept>[2]]> = [
    [600, 'depth_feet'],
    [600, 'maxDepth'],
    [600, 'deep', { schema: { description: 'in feet' } }],
    [600, 'feet', { schema: { description: 'How deep it is' } }],
    [1200, 'width'],
    [1833, 'opened'],
    ['1833', 'opened'],
    [1833, 'opening_year'],
    [450, 'workers'],
    [450, 'number_of_employees'],
    [450, 'staff.count'],
    [12, 'women'],
    [2024, 'visitors'],
    [450, 'n', { schema: { description: 'How many workers there were' } }],
    [600, 'value'],
    [600, 'amount'],
    [-5, 'temperature', { passage: COLD }],
    [16, 'temperature_summer', { passage: COLD }],
    [-3, 'freezing_point', { passage: COLD, schema: { description: 'The degrees at which the lake freezes' } }],
    [-40, 'bed_level', { passage: COLD }],
    [40, 'metres_below_sea', { passage: COLD }],
    [-5_000_000, 'profit', { passage: COLD }],
    [600, 'times_mined', { passage: COLD }],
    [20, 'span_km', { passage: COLD }],
    [75, 'workers', { passage: TABLE }],
    [900, 'tonnes', { passage: TABLE }],
    [90, 'depth', { passage: TABLE }],
  ];
  for (const [leaf, name, more] of said) {
    it(`is kept if a sentence states it for its name: ${name} = ${JSON.stringify(leaf)}`, () =>
      assert.equal(kept(leaf, name, more), leaf));
  }

  const unsaid: Array<[leaf: unknown, name: string, more?: Parameters<typeof kept>[2]]> = [
    [1833, 'workers'],
    ['1833', 'workers'],
    [1902, 'workers'],
    [600, 'workers'],
    [1833, 'depth_feet', { schema: { description: 'How many feet deep the quarry is' } }],
    [1200, 'depth_feet'],
    [600, 'depth_metres'],
    [600, 'quarry.owners'],
    [450, 'worker_growth'],
    [-600, 'depth_feet'],
    [-600, 'value'],
    [5, 'temperature', { passage: COLD }],
    [-16, 'temperature', { passage: COLD }],
    [3, 'freezing_point', { passage: COLD, schema: { description: 'The degrees at which the lake freezes' } }],
    [5_000_000, 'profit', { passage: COLD }],
    [-600, 'times_mined', { passage: COLD }],
    [-20, 'span_km', { passage: COLD }],
    [75, 'depth', { passage: TABLE }],
  ];
  for (const [leaf, name, more] of unsaid) {
    it(`is null if no sentence does: ${name} = ${JSON.stringify(leaf)}`, () =>
      assert.equal(kept(leaf, name, more), null));
  }
});
