// The normalization of BERT's tokenizers before the vocabulary is consulted, step by step.

const REMOVED = /\0|\uFFFD|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}]/gu;
// The characters that BERT treats as separate words: ideographs, but neither kana nor Hangul.
const IDEOGRAPH =
  /[\u{4E00}-\u{9FFF}\u{3400}-\u{4DBF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]/gu;
const ACCENT = /\p{Mn}/gu;
// BERT treats symbols of ASCII as punctuation, and symbols beyond ASCII as letters.
const WORD_OR_SIGN = /[\p{P}$+<=>^`|~]|[^\p{White_Space}\p{P}$+<=>^`|~]+/gu;

/** The words and single punctuation marks of a text, in lower case and without accents. */
export function* basicTokens(text: string): Generator<string> {
  const plain = text.replaceAll(REMOVED, '').replaceAll(IDEOGRAPH, ' $& ').normalize('NFD').replaceAll(ACCENT, '');
  // toLowerCase() writes a sigma at the end of a word as ς, which the vocabulary does not hold.
  const small = plain.replaceAll('Σ', 'σ').toLowerCase();
  for (const [token] of small.matchAll(WORD_OR_SIGN)) yield token;
}
