/** The kinds of answer that a question asks for; several or none can apply. */
export interface QuestionKind {
  /** A quantity or a setting's value. */
  value: boolean;
  /** A default value. */
  isDefault: boolean;
  list: boolean;
  yesNo: boolean;
  howTo: boolean;
  /** An example, which is code where the sources have some. */
  example: boolean;
  definition: boolean;
}

/** The patterns of one language for questions and for their answers. */
export interface QuestionLanguage {
  /** A question asks for a kind of answer where one of its patterns matches. */
  asks: Readonly<Record<keyof QuestionKind, readonly RegExp[]>>;
  /**
   * Log-odds that the gate adds. In some languages the stemmer leaves more forms of a word distinct, so an answer
   * contains fewer terms of its question.
   */
  leeway: number;
  /** Words for the kind of answer rather than for the subject, separated by white space. */
  generic: string;
  says: {
    defaultValue: RegExp;
    /** A mention of a default, with or without its value. */
    ofDefault: RegExp;
    yesOrNo: RegExp;
    /** The beginning of an instruction. */
    instruction: RegExp;
    /** A word or sign between a term and its definition. */
    definition: RegExp;
    /** Kinds of quantity: a pattern of the question, and one of the quantity in a text. */
    quantities: ReadonlyArray<readonly [asks: RegExp, quantity: RegExp]>;
  };
}

/** Matches whole words of any alphabet, because `\b` knows only ASCII letters. Case is ignored. */
export function wholeWords(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'iu');
}
