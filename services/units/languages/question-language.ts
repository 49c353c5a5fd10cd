/** What a question asks for. It can ask for several kinds of answer, or for none of these. */
export interface QuestionKind {
  /** A quantity or a setting's value. */
  value: boolean;
  /** The value that holds if none is given. */
  isDefault: boolean;
  list: boolean;
  yesNo: boolean;
  howTo: boolean;
  definition: boolean;
}

/** How a language asks, and how its texts say what was asked. */
export interface QuestionLanguage {
  /** A question asks for a kind of answer where one of its patterns matches. */
  asks: Readonly<Record<keyof QuestionKind, readonly RegExp[]>>;
  /**
   * Log-odds that the gate adds: forms of a word that the stemmer leaves apart do not meet, so that fewer words of a
   * question stand in what answers it.
   */
  leeway: number;
  /** Words that say which kind of answer is wanted, and stand in any text that gives one. */
  generic: string;
  says: {
    defaultValue: RegExp;
    /** Speaks of a default, perhaps without its value. */
    ofDefault: RegExp;
    yesOrNo: RegExp;
    /** The beginning of an instruction. */
    instruction: RegExp;
    /** What stands between a thing and the words that define it. */
    definition: RegExp;
    /** What a question about a quantity names, and the quantities of that kind. */
    quantities: ReadonlyArray<readonly [asks: RegExp, quantity: RegExp]>;
  };
}

/** Whole words of any alphabet: `\b` knows only the letters of ASCII. */
export function wholeWords(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'iu');
}
