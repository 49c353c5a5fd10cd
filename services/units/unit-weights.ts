import type { UnitFeatures } from './unit-features.ts';

/** Learned by `node bench/answers/train-units.ts`, on development sets only. */
export const UNIT_WEIGHTS: Readonly<Record<keyof UnitFeatures, number>> = {
  subject: 2.5,
  own: 0.9,
  named: 1.9,
  alone: 0.7,
  passage: 0.3,
  pairs: 2.6,
  statesDefault: 2.5,
  mentionsDefault: 1.5,
  quantity: 2.7,
  identifier: 2,
  opensPlace: 1,
  defines: 1,
  title: 1.8,
  yesNo: 1.6,
  command: 1,
  instructs: 1.6,
  row: 1.7,
  rank: 1,
  score: 2.2,
  code: 0.2,
  list: 4.1,
  type: 0.9,
  colon: -0.6,
  aside: -0.1,
};
