/** A part of a URL without percent-encoding; unchanged if the encoding is invalid. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
