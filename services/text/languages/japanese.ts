// Particles, auxiliaries, conjunctions and pronouns, as the segmenter cuts them.
const FUNCTION_WORDS = new Set(
  `から まで より では には とは でも にも とも へは って たり つつ ので のに けど だけ しか のみ など ほど ほか くらい ぐらい ばかり
  として という といった について により による によって において における にとって とともに かどうか です ます ません せん ない なく
  なかっ たい たく たら だっ だろ でしょ しょう ました まし った てい てる ており おり する すれ して しま しよう しない している
  される させ させる せる れる られ られる しまう ある あり ありま あっ すか いる いま おく おき なる なり なっ なら ならば よう よい
  いい くだ さい ください くれ でき できる できま ため こと ことに もの ところ とき とか また または および かつ そして しかし さらに
  すると それ これ あれ どれ その この あの どの そう こう どう そこ ここ どこ どちら どんな どういう どうして なぜ なに なん いつ
  いくつ いくら だれ それぞれ これら それら もし もう まだ つまり ただし なお`.split(/\s+/),
);
// A single one is a particle, or an ending that the segmenter cut off.
const ONE_HIRAGANA = /^\p{Script=Hiragana}$/u;

/** Question words that are not written in hiragana. Outside of questions, some are content words. */
export const JAPANESE_QUESTION_WORDS: ReadonlySet<string> = new Set(
  `何 誰 何故 何処 方法 教え 教えて 知り たい 違い 場合 時に`.split(' '),
);

/** Whether a folded word serves grammar alone. No other language has such words, so they count in no text. */
export function isJapaneseFunctionWord(foldedWord: string): boolean {
  return FUNCTION_WORDS.has(foldedWord) || (foldedWord.length === 1 && ONE_HIRAGANA.test(foldedWord));
}
