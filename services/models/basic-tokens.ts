// What BERT's tokenizers do before they look into their vocabulary, in their order.

const REMOVED = /\0|\uFFFD|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}]/gu;
// Ideographs, as BERT counts them: each is a word of its own. Kana and Hangul are not among them.
const IDEOGRAPH =
  /[\u{4E00}-\u{9FFF}\u{3400}-\u{4DBF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]/gu;
const ACCENT = /\p{Mn}/gu;
// The signs of ASCII count as punctuation, those beyond it do not.
const WORD_OR_SIGN = /[\p{P}$+<=>^`|~]|[^\p{White_Space}\p{P}$+<=>^`|~]+/gu;

/** Words and single signs of a text: lower case, without accents. */
export function* basicTokens(text: string): Generator<string> {
  const plain = text.replaceAll(REMOVED, '').replaceAll(IDEOGRAPH, ' $& ').normalize('NFD').replaceAll(ACCENT, '');
  // A sigma at the end of a word has a form of its own, which the vocabulary does not know.
  const small = plain.replaceAll('Σ', 'σ').toLowerCase();
  for (const [token] of small.matchAll(WORD_OR_SIGN)) yield token;
}
