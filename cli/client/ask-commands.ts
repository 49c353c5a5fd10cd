import type { Command } from 'commander';
import { plainText } from '../../services/text/markdown/plain-text.ts';
import { createMarkdownWriter } from '../output/markdown-writer.ts';
import { printable, wrapped } from '../output/printable.ts';
import { writeChunks, type ChunkFields } from './answer-chunks.ts';
import { callingRest, several, withRest, wholeNumber, type Calling, type RestTarget } from './rest-client.ts';

interface AskOptions extends RestTarget {
  scope?: string;
  collection?: string[];
}

interface SearchOptions extends AskOptions {
  max?: number;
  from?: string;
  to?: string;
  domain?: string[];
}

interface AnswerOptions extends AskOptions {
  model?: string;
}

const INDENT = '   ';

/** `quarry search` and `quarry answer`. */
export function askCommands(program: Command): void {
  callingRest(program.command('search'), [
    'search "days of paid leave"',
    'search --scope news --from now-7d --max 5 heat pumps',
    'search --json petrels | jq -r .url',
  ])
    .description('find documents for a question, best first')
    .argument('<query...>')
    .option('--scope <name>', 'web, news, wikipedia, people, companies or financial-reports')
    .option('--max <number>', 'most results; default 10', wholeNumber)
    .option('--from <date>', 'earliest publication date: YYYY-MM-DD, or such as now-7d')
    .option('--to <date>', 'latest publication date')
    .option('--domain <host>', 'only this host; may be repeated', several)
    .option('--collection <name>', 'only documents of this collection; may be repeated', several)
    .action((words: string[], options: SearchOptions) =>
      withRest(options, (calling) => search(calling, words, options)),
    );
  callingRest(program.command('answer'), [
    'answer "What may a hotel cost?"',
    'answer --model pro --scope news "What did the ministry say about heat pumps?"',
  ])
    .description('answer a question from sources, with citations')
    .argument('<question...>')
    .option('--scope <name>', 'as for quarry search')
    .option('--model <name>', 'base or pro')
    .option('--collection <name>', 'only documents of this collection; may be repeated', several)
    .action((words: string[], options: AnswerOptions) =>
      withRest(options, (calling) => answer(calling, words, options)),
    );
}

interface FoundDocument {
  url: string;
  title: string;
  published_date?: string;
  snippets: Array<{ text: string }>;
}

async function search(calling: Calling, words: string[], options: SearchOptions): Promise<void> {
  const { output } = calling;
  const { documents, warnings = [] } = await calling.post<{
    documents: FoundDocument[];
    warnings?: Array<{ message: string }>;
  }>('/v1/search', {
    ...asked(words, options),
    max_results: options.max,
    from_date: options.from,
    to_date: options.to,
    include_domains: options.domain,
    fields: { snippets: { max_snippets_per_result: 1 } },
  });
  for (const { message } of warnings) process.stderr.write(`quarry: ${printable(message)}\n`);
  for (const [place, document] of documents.entries())
    if (output.isTerminal) writeDocument(calling, place + 1, document);
    else output.json(document);
  if (output.isTerminal && documents.length === 0) output.write('Nothing was found.\n');
}

function writeDocument({ output }: Calling, place: number, document: FoundDocument): void {
  const { title, url, published_date: date, snippets } = document;
  output.write(
    `${place}. ${output.style('bold', printable(title))}${date ? `  ${output.style('dim', printable(date))}` : ''}\n`,
  );
  output.write(`${INDENT}${output.style('cyan', printable(url))}\n`);
  for (const line of wrapped(plainText(snippets[0]?.text ?? ''), output.columns - INDENT.length).slice(0, 3))
    output.write(`${INDENT}${line}\n`);
  output.write('\n');
}

async function answer(calling: Calling, words: string[], options: AnswerOptions): Promise<void> {
  const body = { ...asked(words, options), model: options.model };
  if (!calling.output.isTerminal) return calling.output.json(await calling.post('/v1/answer', body));
  const writer = createMarkdownWriter(calling.output);
  const events = calling.events({ method: 'POST', path: '/v1/answer', body: { ...body, stream: true } });
  const text = await writeChunks(events, (piece: ChunkFields) => writer.write(piece.text));
  if (text === '') calling.output.write('There is no answer.\n');
  writer.end();
}

const asked = (words: string[], { scope, collection }: AskOptions) => ({
  query: words.join(' '),
  scope,
  collections: collection,
});
