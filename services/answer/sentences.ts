const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// After these a full stop ends no sentence, though a capital follows.
const ABBREVIATION = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|Lt|Col|Gen|Capt|Sgt|Rev|Hon|Gov|Sen|Rep|No|vs|e\.g|i\.e|cf|ca|approx|Inc|Ltd|Corp|Co|[A-Z])\.\s*$/;

// Without white space behind it, such a sign stands within an address.
const RUNS_ON = /[?!]$/;

/** The sentences of a text in order, white space folded, none blank. Headings, list items and rows of tables are sentences of their own. */
export function sentencesOf(text: string): string[] {
  return text.split(/\n\s*\n|\n(?=\s*(?:[-*#•|]|\d+[.)])\s)/).flatMap(sentencesOfParagraph);
}

function sentencesOfParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  // A single line break is only a wrapped line, which the segmenter would take for an end.
  for (const { segment } of sentenceSegmenter.segment(paragraph.replaceAll(/\s+/g, ' '))) {
    const previous = sentences.at(-1);
    if (previous !== undefined && (endsInAbbreviation(previous) || RUNS_ON.test(previous))) sentences[sentences.length - 1] = previous + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Whether the full stop at the end of a text is that of an abbreviation. */
export function endsInAbbreviation(text: string): boolean {
  return ABBREVIATION.test(text);
}
