import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPhraseClusters, type PhraseClusters } from '../../services/monitors/novelty/clusters.ts';
import { fingerprintOf } from '../../services/monitors/novelty/fingerprint.ts';
import {
  novelShare,
  REPRINT_BELOW,
  bodySentences,
  UPDATE_BELOW,
  wordPairsOf,
} from '../../services/monitors/novelty/novel-share.ts';
import { skipped, withUnpacked } from '../data/data-folder.ts';

const SET = 'novelty-dev';

type Label = 'dup' | 'upd' | 'new';

interface Pair {
  kind: string;
  label: Label;
  old: string;
  new: string;
}

/** How often a text is correctly classified as a reprint of the delivered text, an update of it, or another text. */
export async function benchNovelty(): Promise<string[]> {
  const skip = skipped('novelty', SET);
  if (skip) return [skip];
  const pairs = await readPairs();
  const families = createPhraseClusters();
  for (const pair of pairs) families.add(fingerprintOf(SET, pair.new).phrases ?? [], pair.old);
  return [
    ...figuresOf('novelty', pairs, families),
    ...figuresOf('novelty, boilerplate never seen', pairs, createPhraseClusters()),
  ];
}

function figuresOf(name: string, pairs: readonly Pair[], families: PhraseClusters): string[] {
  const judged = pairs.map((pair) => ({ ...pair, told: tell(pair, families) }));
  const right = judged.filter(({ label, told }) => label === told).length;
  const reprints = judged.filter(({ label }) => label === 'dup');
  const folded = judged.filter(({ label, told }) => label === 'new' && told === 'dup').length;
  const wrong = Map.groupBy(
    judged.filter(({ label, told }) => label !== told),
    ({ kind, told }) => `${kind} told to be ${told}`,
  );
  return [
    `${name}, three ways: ${(right / judged.length).toFixed(4)} of ${judged.length} pairs (target .98)`,
    `near-duplicate recall: ${(reprints.filter(({ told }) => told === 'dup').length / reprints.length).toFixed(4)} of ${reprints.length} (target .98); distinct pairs folded: ${folded} (target 0)`,
    `wrong: ${Array.from(wrong, ([what, all]) => `${all.length} ${what}`).join(', ')}`,
  ];
}

/** Compares as a monitor does that finds a text after it has delivered the other one. */
function tell(pair: Pair, families: PhraseClusters): Label {
  const [before, now] = [fingerprintOf(SET, pair.old), fingerprintOf(SET, pair.new)];
  if (before.bodyHash?.equals(now.bodyHash ?? Buffer.of())) return 'dup';
  const shared = new Set(before.bands);
  if (!now.bands?.some((band) => shared.has(band))) return 'new';
  const share = novelShare(bodySentences({ title: '', text: pair.new }, families.isBoilerplate), [
    wordPairsOf(pair.old),
  ]);
  if (share < REPRINT_BELOW) return 'dup';
  return share < UPDATE_BELOW ? 'upd' : 'new';
}

function readPairs(): Promise<Pair[]> {
  return withUnpacked(SET, async (folder) => {
    const lines = (await readFile(join(folder, 'pairs.jsonl'), 'utf8')).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Pair);
  });
}
