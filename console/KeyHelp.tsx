import { Dialog } from './Dialog.tsx';

const KEYS: ReadonlyArray<[keys: string, does: string]> = [
  ['/', 'To the box of the page'],
  ['Enter', 'Ask'],
  ['Shift Enter', 'A new line in the box'],
  ['Ctrl K', 'Go to a page or a run'],
  ['?', 'These keys'],
  ['Esc', 'Close'],
];

export function KeyHelp({ close }: { close(): void }) {
  return (
    <Dialog title="Keys" close={close}>
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div class="row">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        Close
      </button>
    </Dialog>
  );
}
