/** Text as PostgreSQL can keep it: no NUL, no lone surrogate; both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** JSON as a jsonb column can keep it: the same holds for every string and name in it. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'string') return storable(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [storable(name), inner]));
  });
}
