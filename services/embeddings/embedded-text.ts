import { pathLine, PATH_SIGN } from '../blocks/block.ts';
import type { Passage } from '../blocks/passages.ts';

/** A passage as the model reads it: without the place where it stands, its words often do not say what they are about. */
export function embeddedText(title: string | null, { path, body }: Pick<Passage, 'path' | 'body'>): string {
  const place = [title, pathLine(path)].filter(Boolean).join(PATH_SIGN);
  return place === '' ? body : `${place}\n${body}`;
}
