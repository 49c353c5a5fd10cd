/** A JSON schema or response format, as an object or as the text that the contract carries. */
export type Json = string | Readonly<Record<string, unknown>>;

/** Replaces the named members of a request's type, which are JSON text in the contract, with objects. */
export type WithJson<Fields, Name extends keyof Fields> = Omit<Fields, Name> & { [Member in Name]?: Json | undefined };

export function jsonText(value: Json | undefined): string | undefined {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
