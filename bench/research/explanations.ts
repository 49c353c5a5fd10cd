import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_URL } from '../answers/docs-qa.ts';
import { skipped } from '../data/data-folder.ts';
import { obtainPages } from '../data/manuals.ts';
import { ingest } from '../harness/ingest.ts';
import { withService, type BenchService } from '../harness/service.ts';
import { settled } from '../retrieval/served-set.ts';

/** A research question over manuals, as a user asks it. */
interface Explanation {
  query: string;
  /**
   * For each section of the report, in order, what a reader judged: it answers, it is thin or beside the point, or it is
   * off the topic. Of the reports at the time of the commit that changed this file last.
   */
  judged: ReadonlyArray<'answers' | 'thin' | 'off'>;
}

const WAIT_SECONDS = 60;

/** Writes a report for each of 50 questions to a file, to be read; prints its path and the last reading. */
export async function benchExplanations(): Promise<string[]> {
  const skip = skipped('explanations', 'docs-qa');
  if (skip) return [skip];
  const questions = JSON.parse(await readFile(new URL('explanations.json', import.meta.url), 'utf8')) as Explanation[];
  const pages = await obtainPages();
  return withService(async (service) => {
    await ingest(service, pages, BASE_URL);
    await settled();
    const reports: string[] = [];
    for (const { query } of questions) reports.push(`# ${query}\n\n${await reportOn(service, query)}\n`);
    const file = join(await mkdtemp(join(tmpdir(), 'quarry-reports-')), 'reports.md');
    await writeFile(file, reports.join('\n'));
    const sections = questions.flatMap(({ judged }) => judged);
    const share = (wanted: string) => (sections.filter((one) => one === wanted).length / sections.length).toFixed(2);
    return [
      `${questions.length} reports to read: ${file}`,
      `at the last reading, of ${sections.length} sections: answer ${share('answers')}, thin ${share('thin')}, off topic ${share('off')} (target .05)`,
    ];
  });
}

async function reportOn(service: BenchService, query: string): Promise<string> {
  const { id } = (await service.post('/v1/agent/runs', { query })) as { id: string };
  const { status, output } = (await service.get(`/v1/agent/runs/${id}?wait=${WAIT_SECONDS}`)) as {
    status: string;
    output: { text: string } | null;
  };
  return output?.text ?? status;
}
