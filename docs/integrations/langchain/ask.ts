// Answers a question from what Quarry finds, with a model behind OPENAI_BASE_URL: node ask.ts QUESTION
import type { Document } from '@langchain/core/documents';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import { Quarry } from 'quarry-sdk';
import { QuarryRetriever } from './quarry-retriever.ts';

const quarry = new Quarry({
  apiKey: process.env.QUARRY_API_KEY ?? '',
  address: process.env.API_ADDRESS ?? '127.0.0.1:50051',
});
const prompt = ChatPromptTemplate.fromTemplate(
  'Answer from the sources only, and name the source of each sentence.\n\n{sources}\n\nQuestion: {question}',
);
const written = (documents: Document[]) =>
  documents.map(({ pageContent, metadata }) => `${metadata.source}\n${pageContent}`).join('\n\n');

const chain = RunnableSequence.from([
  { sources: new QuarryRetriever({ quarry, k: 3 }).pipe(written), question: new RunnablePassthrough() },
  prompt,
  new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? 'gpt-4.1-mini' }),
  new StringOutputParser(),
]);

console.log(await chain.invoke(process.argv.slice(2).join(' ')));
quarry.close();
