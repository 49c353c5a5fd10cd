import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { closeGate } from '../support/gate.ts';
import { startKilledRuns, type KilledRuns } from '../support/killed-runs.ts';
import { PARTS, type Part } from '../support/parts.ts';
import { POINTS, type Point } from '../support/run-points.ts';

const PATIENCE_MS = 180_000;

/** The run is held up at the point by a lock in its database; then the part is killed with -9, and started again. */
describe('a run held at a named point while a part of the installation is killed', function () {
  this.timeout(PATIENCE_MS);
  let installation: KilledRuns;
  const runs = new Map<string, string>();

  before(async () => (installation = await startKilledRuns()));
  after(() => installation.stop());

  for (const point of POINTS) {
    for (const part of PARTS) it(`ends as without the fault: ${point.name}, ${part}`, () => killedAt(point, part));
  }

  async function killedAt(point: Point, part: Part): Promise<void> {
    const { parts } = installation;
    const gate = await closeGate(parts.databaseUrl, point);
    const key = randomUUID();
    const creating = installation.create(key);
    await gate.reached();
    if (point.stopsAt === 'before') {
      await parts.kill(part);
      await gate.open();
    } else {
      // The writing process is stopped here, so that the kill comes after the commit and before the next step.
      parts.freeze(point.by);
      await gate.open();
      await gate.passed();
      await parts.kill(part);
    }
    await parts.start(part);
    if (point.stopsAt === 'after' && point.by !== part) parts.thaw(point.by);
    const backAt = Date.now();
    const runId = await creating;
    runs.set(key, runId);
    const endedAt = await installation.endedAsEver(runId);
    console.log(`      ended ${((endedAt - backAt) / 1_000).toFixed(1)} s after it was back`);
    await gate.remove();
  }

  it('each call, repeated with its key, names the run that it started', async () => {
    for (const [key, runId] of runs) assert.equal(await installation.create(key), runId);
  });

  it('none was lost, none billed twice, none changed after its end, and the ledger is consistent', () =>
    installation.booksInOrder([...runs.values()]));
});
