import { readFile } from 'node:fs/promises';
import { withManuals } from '../answers/manuals-service.ts';
import { skipped } from '../data/data-folder.ts';
import type { BenchService } from '../harness/service.ts';
import { reportOn } from './report-on.ts';

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

const NOTHING = /^No source answers/m;

/** Whether a report of two parts, one of which nothing answers, says so of that part and answers the other one. */
export async function benchMissingParts(): Promise<string[]> {
  const skip = skipped('missing parts', 'docs-qa');
  if (skip) return [skip];
  const questions = JSON.parse(await readFile(new URL('missing-parts.json', import.meta.url), 'utf8')) as TwoParts[];
  return withManuals(async (service) => {
    const judged: Judged[] = [];
    for (const question of questions) judged.push(await judge(service, question));
    const share = (of: (one: Judged) => boolean) => (judged.filter(of).length / judged.length).toFixed(2);
    return [
      `${questions.length} questions with a part that nothing answers: told ${share(({ isTold }) => isTold)} (target .85), the other part answered ${share(({ isAnswered }) => isAnswered)}`,
    ];
  });
}

async function judge(service: BenchService, { query, missing }: TwoParts): Promise<Judged> {
  const { text = '' } = await reportOn(service, { query, effort: 'low' });
  const sections = text.split(/^(?=## )/m);
  const ofMissing = sections.filter((section) =>
    section.split('\n', 1)[0]?.toLowerCase().includes(missing.toLowerCase()),
  );
  const others = sections.filter((section) => section.startsWith('## ') && !ofMissing.includes(section));
  return {
    isTold: ofMissing.length > 0 && ofMissing.every((section) => NOTHING.test(section)),
    isAnswered: others.some((section) => !NOTHING.test(section)),
  };
}
