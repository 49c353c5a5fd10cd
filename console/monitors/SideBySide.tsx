import { Address } from '../parts/Address.tsx';
import { comparedWith } from '../text/differences.ts';

interface ComparedText {
  url: string;
  title: string;
  /** Undefined where it is not kept. */
  text: string | undefined;
}

interface SideBySideProps {
  reprint: ComparedText;
  original: ComparedText | undefined;
}

/** Two texts beside each other; what the other one lacks is marked. */
export function SideBySide({ reprint, original }: SideBySideProps) {
  return (
    <div class="beside">
      <Side name="Suppressed" side={reprint} other={original} />
      {original ? (
        <Side name="Delivered before" side={original} other={reprint} />
      ) : (
        <p class="quiet">The record that it repeats is not kept any more.</p>
      )}
    </div>
  );
}

function Side({ name, side, other }: { name: string; side: ComparedText; other: ComparedText | undefined }) {
  const { url, title, text } = side;
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <b class="block break">{title}</b>
      <Address address={url} />
      {text === undefined ? (
        <p class="quiet">Its text is not kept.</p>
      ) : (
        <p class="quoted" tabIndex={0}>
          {comparedWith(text, other?.text ?? text).map(({ text: sentence, isOwn, endsLine }, index) => (
            <span key={index}>
              {isOwn ? <mark>{sentence}</mark> : sentence} {endsLine && <br />}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
