import { useEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../text/figures.ts';
import { citedPassage, passagesWith, type CitedPassage } from '../text/passages.ts';

interface PassageProps {
  /** The document, as Markdown. */
  content: string;
  claim: string;
}

/** The place of a document that a claim rests on, its headings above it and the closest sentence marked. */
export function Passage({ content, claim }: PassageProps) {
  const [isWhole, setWhole] = useState(false);
  const found = citedPassage(content, claim);
  if (!found) return <p class="quiet">No sentence of this source shares a word with the cited one.</p>;
  return (
    <>
      {isWhole ? (
        <DocumentPassages content={content} found={found} />
      ) : (
        <>
          <Headings headings={found.headings} />
          <p class="quoted">
            <Marked {...found} />
          </p>
        </>
      )}
      <button type="button" class="small" onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show this passage alone' : 'Show it in its document'}
      </button>
    </>
  );
}

/** A document read as passages, scrolled to the one that is cited. */
function DocumentPassages({ content, found }: { content: string; found: CitedPassage }) {
  const list = useRef<HTMLOListElement>(null);
  const { blocks, place } = passagesWith(content, found.sentence);
  useEffect(() => {
    const cited = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (cited && list.current) list.current.scrollTop = cited.offsetTop - list.current.offsetTop - FROM_TOP;
  }, []);
  return (
    <ol ref={list} class="document" tabIndex={0} aria-label={counted(blocks.length, 'passage')}>
      {blocks.map(({ headings, text }, index) => (
        <li key={index} aria-current={index === place ? 'location' : undefined}>
          {headings.join() !== blocks[index - 1]?.headings.join() && <Headings headings={headings} />}
          <p>{index === place ? <Marked {...found} /> : text}</p>
        </li>
      ))}
    </ol>
  );
}

const FROM_TOP = 48;

const Marked = ({ before, sentence, after }: CitedPassage) => (
  <>
    {before}
    <mark>{sentence}</mark>
    {after}
  </>
);

function Headings({ headings }: { headings: readonly string[] }) {
  return headings.length === 0 ? null : <p class="quiet headings">{headings.join(' › ')}</p>;
}
