import { useState } from 'preact/hooks';
import { Page } from '../parts/Page.tsx';
import { keepHistory, readHistory, withAsked, type Asked } from '../state/history.ts';
import { AskBox } from './AskBox.tsx';
import { ChatView } from './ChatView.tsx';
import { PlayHistory } from './PlayHistory.tsx';
import { MODES, playCall, type ChatTurn, type Mode, type PlayOptions } from './modes.ts';
import { PlayResult } from './PlayResult.tsx';
import type { ShownCall } from '../text/examples.ts';

interface Played {
  mode: Mode;
  call: ShownCall;
  /** Each play is a view of its own. */
  round: number;
}

const modeOf = (name: string | null): Mode => MODES.find((one) => one === name) ?? 'search';
const DEFAULTS: PlayOptions = { scope: '', sites: '', effort: 'low', picture: false };

/** One box for every way to ask, and what came of it. @param begin the mode that is chosen at first */
export function Playground({ begin }: { begin: string | null }) {
  const [mode, setMode] = useState<Mode>(modeOf(begin));
  const [text, setText] = useState('');
  const [options, setOptions] = useState(DEFAULTS);
  const [played, setPlayed] = useState<Played>();
  const [turns, setTurns] = useState<ChatTurn[]>([]);
  const [history, setHistory] = useState(readHistory);

  const remember = (asked: readonly Asked[]) => {
    setHistory([...asked]);
    keepHistory(asked);
  };
  const play = (asked: string, as: Mode) => {
    if (asked.trim() === '') return;
    remember(withAsked(history, { mode: as, text: asked, at: new Date().toISOString() }));
    setPlayed({ mode: as, call: playCall(as, asked, options, turns), round: (played?.round ?? 0) + 1 });
    if (as !== 'chat') return;
    setTurns([...turns, { role: 'user', content: asked }]);
    setText('');
  };
  const choose = (next: Mode) => {
    setMode(next);
    setPlayed(undefined);
    setTurns([]);
  };
  const repeat = ({ mode: as, text: asked }: Asked) => {
    choose(modeOf(as));
    setText(asked);
  };

  return (
    <Page title="Playground">
      <AskBox
        {...{ mode, text, options }}
        choose={choose}
        type={setText}
        change={setOptions}
        ask={() => play(text, mode)}
      />
      {mode === 'chat' && played && (
        <ChatView turns={turns} played={played} answered={(turn) => setTurns((before) => [...before, turn])} />
      )}
      {played && played.mode !== 'chat' && <PlayResult key={played.round} mode={played.mode} call={played.call} />}
      {!played && <PlayHistory history={history} repeat={repeat} clear={() => remember([])} />}
    </Page>
  );
}
