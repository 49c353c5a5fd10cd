/** A named point in the life of a run, by the row that is written there. */
export interface Point {
  name: string;
  by: 'api' | 'worker';
  event: 'insert' | 'update';
  table: 'agent_runs' | 'agent_steps' | 'postings';
  /** Condition on the row `new`, in SQL. */
  where: string;
  /** `before`: the row is not written yet. `after`: it is committed, and its writer does not know yet. */
  stopsAt: 'before' | 'after';
}

const step = (name: string, stepName: string, stopsAt: Point['stopsAt'] = 'after'): Point => ({
  name,
  by: 'worker',
  event: 'insert',
  table: 'agent_steps',
  where: `new.step = '${stepName}'`,
  stopsAt,
});

/**
 * All points of a run in order. Reserving and accepting are one transaction, and so are finalising and settling:
 * `reserved` lies between the hold and the run's row, `before settling` between the run's end and its posting. The
 * notes of a run are only its next searches (`follow-1`) and sources (`choose-1`).
 */
export const POINTS: readonly Point[] = [
  { name: 'reserved', by: 'api', event: 'insert', table: 'agent_runs', where: 'true', stopsAt: 'before' },
  { name: 'accepted', by: 'api', event: 'insert', table: 'agent_runs', where: 'true', stopsAt: 'after' },
  {
    name: 'started',
    by: 'worker',
    event: 'update',
    table: 'agent_runs',
    where: `new.status = 'running' and old.status = 'pending'`,
    stopsAt: 'after',
  },
  step('a search', 'search-0-1'),
  step('a note', 'choose-1'),
  step('a page that was read and not kept', 'read-1', 'before'),
  step('a page', 'read-1'),
  step('the draft', 'write'),
  {
    name: 'before finalising',
    by: 'worker',
    event: 'update',
    table: 'agent_runs',
    where: 'new.stop_reason is not null',
    stopsAt: 'before',
  },
  {
    name: 'before settling',
    by: 'worker',
    event: 'insert',
    table: 'postings',
    where: 'new.amount < 0',
    stopsAt: 'before',
  },
  {
    name: 'after finalising',
    by: 'worker',
    event: 'update',
    table: 'agent_runs',
    where: 'new.stop_reason is not null',
    stopsAt: 'after',
  },
];
