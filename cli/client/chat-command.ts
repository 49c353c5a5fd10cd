import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { createMarkdownWriter } from '../output/markdown-writer.ts';
import { writeChunks } from './answer-chunks.ts';
import { callingRest, withRest, type Calling, type RestTarget } from './rest-client.ts';

interface ChatOptions extends RestTarget {
  model?: string;
  scope?: string;
}

interface Message {
  role: 'user' | 'assistant';
  content: string;
}

/** `quarry chat`: each line of the input is a message, and answers know the ones before. */
export function chatCommand(program: Command): void {
  callingRest(program.command('chat'), ['chat', 'chat --scope news', 'chat --json < questions.txt'])
    .description('ask one question after the other; Ctrl-D ends it')
    .option('--model <name>', 'base or pro', 'base')
    .option('--scope <name>', 'as for quarry search')
    .action((options: ChatOptions) => withRest(options, (calling) => chat(calling, options)));
}

async function chat(calling: Calling, { model, scope }: ChatOptions): Promise<void> {
  const { output, signal } = calling;
  const messages: Message[] = [];
  const lines = createInterface({
    input: process.stdin,
    ...(output.isTerminal && { output: process.stdout, prompt: '› ' }),
  });
  let isOpen = true;
  const prompt = () => output.isTerminal && isOpen && lines.prompt();
  // The line editor takes Ctrl-C for itself; an answer that is being written ends with it too.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  lines.on('close', () => (isOpen = false));
  signal.addEventListener('abort', () => lines.close());
  prompt();
  for await (const line of lines) {
    if (line.trim() !== '') {
      messages.push({ role: 'user', content: line });
      const content = await reply(calling, { model, scope, messages });
      messages.push({ role: 'assistant', content });
    }
    prompt();
  }
  signal.throwIfAborted();
  if (output.isTerminal) output.write('\n');
}

async function reply(calling: Calling, body: { messages: Message[] } & Record<string, unknown>): Promise<string> {
  const { output } = calling;
  const writer = createMarkdownWriter(output);
  const events = calling.events({ method: 'POST', path: '/v1/chat/completions', body: { ...body, stream: true } });
  const content = await writeChunks(events, ({ text }) => output.isTerminal && writer.write(text));
  if (output.isTerminal) writer.end();
  else output.json({ question: body.messages.at(-1)?.content, answer: content });
  return content;
}
