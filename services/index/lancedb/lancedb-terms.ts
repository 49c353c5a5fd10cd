import type { Table } from '@lancedb/lancedb';
import type { RecordBatch, Table as ArrowTable } from 'apache-arrow';
import { literalList } from './filter.ts';
import { ownerOf } from '../passage-rows.ts';
import { TermChanges, type IndexedTerms } from '../term-changes.ts';

const COLUMNS = ['audience', 'terms'];

/** The SQL condition of the rows of these documents. */
export function documentsFilter(documentIds: readonly string[]): string {
  return `document_id IN (${literalList(documentIds)})`;
}

/** The terms of all passages of these documents. */
export async function termsOfDocuments(table: Table, documentIds: readonly string[]): Promise<IndexedTerms[]> {
  return termsIn(await table.query().where(documentsFilter(documentIds)).select(COLUMNS).toArrow());
}

/** Passes the terms of all passages to `take`, in parts. */
export async function countTerms(table: Table, take: (part: TermChanges) => Promise<void>): Promise<void> {
  for await (const batch of table.query().select(COLUMNS)) {
    const part = new TermChanges();
    part.add(termsIn(batch));
    await take(part);
  }
}

function termsIn(found: ArrowTable | RecordBatch): IndexedTerms[] {
  const [audience, terms] = COLUMNS.map((name) => found.getChild(name));
  return Array.from({ length: found.numRows }, (_, row) => ({
    ownerId: ownerOf(String(audience?.get(row))),
    terms: String(terms?.get(row)),
  }));
}
