/** Text as PostgreSQL can keep it: no NUL, no lone surrogate; both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
