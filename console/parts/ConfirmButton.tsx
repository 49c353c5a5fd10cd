import { useState } from 'preact/hooks';

interface ConfirmButtonProps {
  label: string;
  /** What the button says after its first press; the second one acts. */
  question: string;
  isRunning: boolean;
  act(): void;
  isSmall?: boolean;
}

/** Begins what cannot be undone, by two presses. */
export function ConfirmButton({ label, question, isRunning, act, isSmall = true }: ConfirmButtonProps) {
  const [isSure, setSure] = useState(false);
  return (
    <button
      type="button"
      class={isSmall ? 'small danger' : 'danger'}
      disabled={isRunning}
      onClick={() => (isSure ? act() : setSure(true))}
      onBlur={() => setSure(false)}
    >
      {isSure ? question : label}
    </button>
  );
}
