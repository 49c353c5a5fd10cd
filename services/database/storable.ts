/** Text that PostgreSQL can store: a NUL and a lone surrogate each become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

export function isStorable(text: string): boolean {
  return storable(text) === text;
}

// A NUL or a lone surrogate as JSON writes it. A backslash before it also matches, which only costs a closer check.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** JSON that a jsonb column can store: every string and name in it is `storable`. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(value, storableMember) : json;
}

function storableMember(_name: string, member: unknown): unknown {
  if (typeof member === 'string') return storable(member);
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).map(([name, inner]) => [storable(name), inner]));
}
