import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkedFile } from './data-folder.ts';

/** The set whose questions are about the manuals. */
export const DOCS_QA = 'docs-qa';
/** The folder in which the pages are kept between two runs. */
const PAGES_FOLDER = process.env.QUARRY_BENCH_DOCS_QA_PAGES ?? join(tmpdir(), 'docs-qa', 'dev');

/** The folder of the pages. The set's own program downloads them with apt where they are missing. */
export async function obtainPages(): Promise<string> {
  if (!existsSync(PAGES_FOLDER))
    await promisify(execFile)('sh', [join(dirname(await checkedFile(DOCS_QA)), 'prep.sh'), PAGES_FOLDER]);
  return PAGES_FOLDER;
}
