import { Cited } from '../parts/Cited.tsx';
import { Passage } from '../parts/Passage.tsx';
import { Skeleton } from '../parts/Shown.tsx';
import { citedPassage } from '../text/passages.ts';
import type { Citation, StreamedAnswer } from './stream-answer.ts';

/** An answer as far as it has been written. */
export function AnswerView({ answer }: { answer: StreamedAnswer | undefined }) {
  if (!answer || answer.text === '') return <Skeleton lines={4} />;
  const contents = new Map(answer.citations.map(({ url, content }) => [url, content]));
  return (
    <Cited
      text={answer.text}
      sources={answer.citations.map(asSource)}
      hint={({ url }, claim) => citedPassage(contents.get(url) ?? '', claim)?.sentence}
      passage={({ url }, claim) => <Passage content={contents.get(url) ?? ''} claim={claim} />}
    />
  );
}

const asSource = ({ url, title, published_date: published }: Citation) => ({ url, title, published });
