import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 1500;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // A page that is not served over TLS from elsewhere than this machine has no clipboard.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setOutcome('Copied'),
      () => setOutcome('Select and copy by hand'),
    );
  };
  return (
    <button type="button" class="small copy" onClick={copy} aria-label={label} title={label}>
      <span aria-live="polite">{outcome ?? 'Copy'}</span>
    </button>
  );
}
