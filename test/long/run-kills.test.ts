import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKilledRuns, type KilledRuns } from '../support/killed-runs.ts';
import { PARTS, type Part } from '../support/parts.ts';
import { seeded } from '../support/random.ts';

const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_121);
// A run takes about a second here, so that a kill falls anywhere from its acceptance to after its end.
const LATEST_KILL_MS = 1_200;
const KILLS_A_PART = 2;
// Longer than an activity takes for its first five tries, 7.5 s.
const AWAY_MS = 20_000;
const PATIENCE_MS = 180_000;

/** A part is killed with -9 at a moment of the run that the seed chose, and started again. */
describe('a run during which a part of the installation is killed', function () {
  this.timeout(PATIENCE_MS);
  let installation: KilledRuns;

  before(async () => {
    console.log(`    seed ${SEED}`);
    installation = await startKilledRuns();
  });
  after(() => installation.stop());

  const random = seeded(SEED);
  const runs: string[] = [];

  for (const part of PARTS) {
    for (let nth = 1; nth <= KILLS_A_PART; nth += 1) {
      it(`ends as without the fault: ${part}, ${nth}`, () => killedDuringRun(part));
    }
  }

  for (const part of ['postgres', 'temporal'] as const) {
    it(`ends as without the fault: ${part}, unavailable for ${AWAY_MS / 1_000} s`, () =>
      killedDuringRun(part, AWAY_MS));
  }

  async function killedDuringRun(part: Part, awayMs = 0): Promise<void> {
    const runId = await installation.create(randomUUID());
    runs.push(runId);
    // One that shall miss the part must not have ended before.
    const killedAfterMs = Math.floor(random() * (awayMs > 0 ? LATEST_KILL_MS / 6 : LATEST_KILL_MS));
    await sleep(killedAfterMs);
    await installation.parts.kill(part);
    await sleep(awayMs);
    await installation.parts.start(part);
    const backAt = Date.now();
    const endedAt = await installation.endedAsEver(runId);
    console.log(
      `      killed after ${killedAfterMs} ms, ended ${((endedAt - backAt) / 1_000).toFixed(1)} s after it was back`,
    );
  }

  it('none was lost, none billed twice, none changed after its end, and the ledger is consistent', () =>
    installation.booksInOrder(runs));
});
