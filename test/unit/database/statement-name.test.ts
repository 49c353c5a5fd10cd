import assert from 'node:assert/strict';
import { statementName } from '../../../services/database/statement-name.ts';

describe('the name of a statement', () => {
  const named: Array<[sql: string, title: string]> = [
    ['select * from "documents" where id = $1', 'select documents'],
    ['\n  insert into postings (id) values ($1)', 'insert postings'],
    ['update "agent_runs" set status = $1', 'update agent_runs'],
    ['with covering as (select id from organizations where id = $1 for update) insert into x', 'with organizations'],
    ['select d.* from unnest($1::text[]) as wanted(id) join documents d using (id)', 'select documents'],
    ['select pg_notify($1, $2)', 'select'],
    ['begin', 'begin'],
    ['listen "channel"', 'other'],
    ['', 'other'],
  ];
  for (const [sql, title] of named) {
    it(`is ${title} for ${JSON.stringify(sql.slice(0, 40))}`, () => {
      assert.equal(statementName(sql).title, title);
    });
  }
});
