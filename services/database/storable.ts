/** Text as PostgreSQL can keep it: no NUL, no lone surrogate; both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

export function isStorable(text: string): boolean {
  return storable(text) === text;
}

// How JSON writes a NUL or a lone surrogate; a backslash before that is looked at more closely too, which is no harm.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON as a jsonb column can keep it: the same holds for every string and name in it. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(value, storableMember) : json;
}

function storableMember(_name: string, member: unknown): unknown {
  if (typeof member === 'string') return storable(member);
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).map(([name, inner]) => [storable(name), inner]));
}
