import { useEffect } from 'preact/hooks';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import type { ShownCall } from '../text/examples.ts';
import { AnswerView } from './AnswerView.tsx';
import type { ChatTurn } from './modes.ts';
import { streamAnswer, type StreamedAnswer } from './stream-answer.ts';
import { usePlay } from './use-play.ts';

interface ChatViewProps {
  turns: readonly ChatTurn[];
  played: { call: ShownCall; round: number };
  answered(turn: ChatTurn): void;
}

/** The turns so far, and the one that is being written. */
export function ChatView({ turns, played, answered }: ChatViewProps) {
  const isOpen = turns.at(-1)?.role === 'user';
  return (
    <section class="play chat" aria-label="Chat">
      {turns.map(({ role, content, answer }, index) => (
        <div key={index} class={`turn ${role}`}>
          {role === 'user' ? <p>{content}</p> : <AnswerView answer={answer} />}
        </div>
      ))}
      {isOpen && <OpenTurn key={played.round} call={played.call} answered={answered} />}
      <Examples call={played.call} />
    </section>
  );
}

/** An answer as it is written. Each has a view of its own, so that none is taken for the one before it. */
function OpenTurn({ call, answered }: { call: ShownCall; answered(turn: ChatTurn): void }) {
  const { value, error, tookMs } = usePlay<StreamedAnswer>(call, (signal, tell) => streamAnswer(call, signal, tell));
  const isWhole = tookMs !== undefined && error === undefined;
  useEffect(() => {
    if (isWhole && value) answered({ role: 'assistant', content: value.text, answer: value });
  }, [isWhole]);
  return <div class="turn assistant">{error ? <ErrorBox error={error} /> : <AnswerView answer={value} />}</div>;
}
