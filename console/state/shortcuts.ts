import { useEffect } from 'preact/hooks';

/** A key, or `Ctrl-K` with its modifier (the command key of a Mac counts). */
export interface Shortcut {
  keys: string;
  act(): void;
}

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/** Acts on keys, except plain ones while the reader types. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches(TYPED_INTO);
      const found = shortcuts.find(({ keys }) => isPressed(event, keys, isTyping));
      if (!found) return;
      event.preventDefault();
      found.act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

function isPressed(event: KeyboardEvent, keys: string, isTyping: boolean): boolean {
  const withControl = keys.startsWith('Ctrl-');
  if (withControl !== (event.ctrlKey || event.metaKey) || event.altKey) return false;
  if (isTyping && !withControl && keys !== 'Escape') return false;
  return event.key.toLowerCase() === keys.replace('Ctrl-', '').toLowerCase();
}
