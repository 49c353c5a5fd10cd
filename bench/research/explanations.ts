import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withManuals } from '../answers/manuals-service.ts';
import { skipped } from '../data/data-folder.ts';
import { reportOn } from './report-on.ts';

/** A research question over manuals, as a user asks it. */
interface Explanation {
  query: string;
  /**
   * For each section of the report, in order, what a reader judged: it answers, it is thin or beside the point, or it is
   * off the topic. Of the reports at the time of the commit that changed this file last.
   */
  judged: ReadonlyArray<'answers' | 'thin' | 'off'>;
}

/** Writes a report for each of 50 questions to a file, to be read; prints its path and the last reading. */
export async function benchExplanations(): Promise<string[]> {
  const skip = skipped('explanations', 'docs-qa');
  if (skip) return [skip];
  const questions = JSON.parse(await readFile(new URL('explanations.json', import.meta.url), 'utf8')) as Explanation[];
  return withManuals(async (service) => {
    const reports: string[] = [];
    for (const { query } of questions) {
      const { text, status } = await reportOn(service, { query });
      reports.push(`# ${query}\n\n${text ?? status}\n`);
    }
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
