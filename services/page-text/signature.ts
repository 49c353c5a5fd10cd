const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.:]*`;
const TYPED = new RegExp(`^\`?(${NAME})\`?\\s*\\(.*(?:→|->|⇒|=>)`, 'u');
const ALONE = new RegExp(`^\`?${NAME}\`?\\s?\\(.*\\)\\s*(?:→|->|⇒|=>)\\s*\\S[^.]*$`, 'u');

/** The name of a function whose arguments and result a text begins with: `ceil ( numeric ) → integer`; else undefined. */
export function functionIn(text: string): string | undefined {
  return TYPED.exec(text)?.[1];
}

/** Whether a text is the arguments and the result of a function alone, with nothing on what it does. */
export function isSignature(text: string): boolean {
  return ALONE.test(text);
}
