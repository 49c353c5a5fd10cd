import { readFile } from 'node:fs/promises';
import { BASE_URL } from '../answers/docs-qa.ts';
import { obtainPages } from '../data/manuals.ts';
import { skipped } from '../data/data-folder.ts';
import { ingest } from '../harness/ingest.ts';
import { withService, type BenchService } from '../harness/service.ts';
import { settled } from '../retrieval/served-set.ts';

/** A question of two parts over manuals. Nothing answers the second one, whose section names `missing`. */
interface TwoParts {
  query: string;
  missing: string;
}

interface Judged {
  /** Whether the report says that nothing answers the second part. */
  isTold: boolean;
  /** Whether it answers the first part. */
  isAnswered: boolean;
}

const WAIT_SECONDS = 60;
const NOTHING = /^No source answers/m;

/** Whether a report of two parts, one of which nothing answers, says so of that part and answers the other one. */
export async function benchMissingParts(): Promise<string[]> {
  const skip = skipped('missing parts', 'docs-qa');
  if (skip) return [skip];
  const questions = JSON.parse(await readFile(new URL('missing-parts.json', import.meta.url), 'utf8')) as TwoParts[];
  const pages = await obtainPages();
  return withService(async (service) => {
    await ingest(service, pages, BASE_URL);
    await settled();
    const judged: Judged[] = [];
    for (const question of questions) judged.push(await judge(service, question));
    const share = (of: (one: Judged) => boolean) => (judged.filter(of).length / judged.length).toFixed(2);
    return [
      `${questions.length} questions with a part that nothing answers: told ${share(({ isTold }) => isTold)} (target .85), the other part answered ${share(({ isAnswered }) => isAnswered)}`,
    ];
  });
}

async function judge(service: BenchService, { query, missing }: TwoParts): Promise<Judged> {
  const { id } = (await service.post('/v1/agent/runs', { query, effort: 'low' })) as { id: string };
  const { output } = (await service.get(`/v1/agent/runs/${id}?wait=${WAIT_SECONDS}`)) as {
    output: { text: string } | null;
  };
  const sections = (output?.text ?? '').split(/^(?=## )/m);
  const ofMissing = sections.filter((section) =>
    section.split('\n', 1)[0]?.toLowerCase().includes(missing.toLowerCase()),
  );
  const others = sections.filter((section) => section.startsWith('## ') && !ofMissing.includes(section));
  return {
    isTold: ofMissing.length > 0 && ofMissing.every((section) => NOTHING.test(section)),
    isAnswered: others.some((section) => !NOTHING.test(section)),
  };
}
