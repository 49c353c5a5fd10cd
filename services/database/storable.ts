/** Text as PostgreSQL can keep it: no NUL, no lone surrogate; both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** JSON as a jsonb column can keep it: the same holds for every string in it. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? storable(member) : member));
}
