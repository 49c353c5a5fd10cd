import { Empty } from '../parts/Empty.tsx';
import { Time } from '../parts/Time.tsx';
import type { Asked } from '../state/history.ts';
import { LABELS, MODES } from './modes.ts';

interface PlayHistoryProps {
  history: readonly Asked[];
  repeat(asked: Asked): void;
  clear(): void;
}

const FIRST: ReadonlyArray<Pick<Asked, 'mode' | 'text'>> = [
  { mode: 'search', text: 'How long are documents kept?' },
  { mode: 'answer', text: 'How many days of paid leave does an employee have?' },
  { mode: 'research', text: 'How many days of paid leave are there? What may a hotel cost?' },
];

/** What was asked in this browser, to ask again; before that, what one may ask. */
export function PlayHistory({ history, repeat, clear }: PlayHistoryProps) {
  if (history.length === 0) return <FirstQuestions repeat={repeat} />;
  return (
    <section class="history" aria-label="History">
      <header class="row">
        <h2 class="grow">Asked in this browser</h2>
        <button type="button" class="small" onClick={clear}>
          Clear
        </button>
      </header>
      <ul class="rows">
        {history.map((asked) => (
          <li>
            <button type="button" class="row plain" onClick={() => repeat(asked)}>
              <span class="badge dull">{nameOf(asked.mode)}</span>
              <span class="grow cut">{asked.text}</span>
              <span class="quiet">
                <Time at={asked.at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FirstQuestions({ repeat }: { repeat(asked: Asked): void }) {
  return (
    <Empty title="Try a question">
      <ul class="rows">
        {FIRST.map((one) => (
          <li>
            <button type="button" class="row plain" onClick={() => repeat({ ...one, at: new Date().toISOString() })}>
              <span class="badge dull">{nameOf(one.mode)}</span>
              <span class="grow">{one.text}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        Answers come from your own <a href="#/documents">documents</a> and from the <a href="#/health">providers</a>{' '}
        that are on.
      </p>
    </Empty>
  );
}

const nameOf = (mode: string) => LABELS[MODES.find((one) => one === mode) ?? 'search'].name;
