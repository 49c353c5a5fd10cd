import { useEffect, useRef } from 'preact/hooks';
import { Form } from '../forms/Form.tsx';
import { LABELS, MODES, type Mode, type PlayOptions } from './modes.ts';
import { Options } from './Options.tsx';

interface AskBoxProps {
  mode: Mode;
  text: string;
  options: PlayOptions;
  choose(mode: Mode): void;
  type(text: string): void;
  change(options: PlayOptions): void;
  ask(): void;
}

/** The box that everything begins with. */
export function AskBox({ mode, text, options, choose, type, change, ask }: AskBoxProps) {
  const label = LABELS[mode];
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // On a small screen the keyboard would cover the page.
    if (matchMedia('(min-width: 800px)').matches) box.current?.focus();
  }, [mode]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask();
  };
  return (
    <Form class="ask" submit={ask}>
      <div class="row tabs modes" role="group" aria-label="What to do">
        {MODES.map((one) => (
          <button type="button" aria-pressed={one === mode} onClick={() => choose(one)}>
            {LABELS[one].name}
          </button>
        ))}
      </div>
      <div class="box">
        <textarea
          ref={box}
          id="ask"
          rows={2}
          aria-label={label.asks}
          placeholder={label.asks}
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
        />
        <button type="submit" class="primary" disabled={text.trim() === ''}>
          {label.name}
        </button>
      </div>
      <div class="row under">
        <span class="quiet grow">{label.does}</span>
        <Options mode={mode} options={options} change={change} />
      </div>
    </Form>
  );
}
