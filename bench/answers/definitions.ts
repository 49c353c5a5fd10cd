import { readFile } from 'node:fs/promises';
import type { BenchService } from '../harness/service.ts';

/** A question for a meaning over the manuals of `docs-qa`, and an expression that a right answer matches. */
interface Definition {
  query: string;
  answer: string;
}

const FIRST_UNIT = /\(\[|\n\n/;

/** How often the first unit of an answer, and any of them, says what the question asks for. */
export async function judgeDefinitions(service: BenchService): Promise<string> {
  const file = new URL('definitions.json', import.meta.url);
  const questions = JSON.parse(await readFile(file, 'utf8')) as Definition[];
  let first = 0;
  let any = 0;
  for (const { query, answer: gold } of questions) {
    const { answer } = (await service.post('/v1/answer', { query })) as { answer: string };
    const expected = new RegExp(gold);
    if (expected.test(answer.split(FIRST_UNIT)[0] ?? '')) first += 1;
    if (expected.test(answer)) any += 1;
  }
  return `${questions.length} questions for a meaning: said first ${first}, at all ${any}`;
}
