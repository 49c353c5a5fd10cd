/** A statement's name for operators: it contains neither parameters nor text of the statement. */
export interface StatementName {
  /** The statement's first word. */
  verb: string;
  /** The verb and the first table: `select documents`. */
  title: string;
}

const VERBS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']);
const FIRST_WORD = /^\s*([a-z]+)/i;
// A name before a parenthesis is a function: `from unnest($1) … join documents`. LATERAL precedes a subquery.
const FIRST_TABLE = /\b(?:from|into|update|join)\s+(?!lateral\b)"?([a-z_]+)(?![\w(])/i;

export function statementName(sql: string): StatementName {
  const word = (FIRST_WORD.exec(sql)?.[1] ?? '').toLowerCase();
  const verb = VERBS.has(word) ? word : 'other';
  const table = FIRST_TABLE.exec(sql)?.[1];
  return { verb, title: table === undefined ? verb : `${verb} ${table}` };
}
