import { pathLine, PATH_SIGN } from '../blocks/block.ts';
import type { Passage } from '../blocks/passages.ts';
import type { PassageHit } from '../index/port.ts';

/** A passage as the model reads it: without the place where it stands, its words often do not say what they are about. */
export function embeddedText(title: string | null, { path, body }: Pick<Passage, 'path' | 'body'>): string {
  return under([title, pathLine(path)], body);
}

/** The same of a passage that was found, as nearly as a hit tells it. */
export function embeddedTextOfHit({ heading, path, text }: Pick<PassageHit, 'heading' | 'path' | 'text'>): string {
  const [title = ''] = heading.split('\n');
  return under([title, path], text);
}

function under(places: ReadonlyArray<string | null>, body: string): string {
  const place = places.filter(Boolean).join(PATH_SIGN);
  return place === '' ? body : `${place}\n${body}`;
}
