// Quarry as the model: an answer from sources, streamed: node provider.ts QUESTION
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';

const quarry = createOpenAICompatible({
  name: 'quarry',
  baseURL: `${process.env.QUARRY_URL ?? 'http://127.0.0.1:8080'}/v1`,
  apiKey: process.env.QUARRY_API_KEY ?? '',
  includeUsage: true,
});

const { textStream, usage } = streamText({
  model: quarry('base'),
  prompt: process.argv.slice(2).join(' '),
  // Fields of Quarry's own go into the body of the request.
  providerOptions: { quarry: { scope: 'web' } },
});
for await (const text of textStream) process.stdout.write(text);
console.log(`\n${(await usage).totalTokens} tokens`);
