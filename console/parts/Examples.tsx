import { useState } from 'preact/hooks';
import { exampleOf, LANGUAGES, type ShownCall } from '../text/examples.ts';
import { CopyButton } from './CopyButton.tsx';

interface CodeProps<Language extends string> {
  summary: string;
  languages: readonly Language[];
  of(language: NoInfer<Language>): string;
}

/** Code in a language that the reader chooses, to copy. */
export function Code<Language extends string>({ summary, languages, of }: CodeProps<Language>) {
  const [chosen, setChosen] = useState(languages[0]);
  if (chosen === undefined) return null;
  const code = of(chosen);
  return (
    <details class="examples">
      <summary>{summary}</summary>
      <div class="row tabs" role="group" aria-label="Language">
        {languages.map((one) => (
          <button type="button" class="small" aria-pressed={one === chosen} onClick={() => setChosen(one)}>
            {one}
          </button>
        ))}
        <span class="grow" />
        <CopyButton text={code} label={`Copy as ${chosen}`} />
      </div>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </details>
  );
}

/** The call that made this view, to copy. */
export function Examples({ call }: { call: ShownCall }) {
  return (
    <Code
      summary="This request as code"
      languages={LANGUAGES}
      of={(language) => exampleOf(call, language, location.origin)}
    />
  );
}
