import { pathLine, PATH_SIGN } from '../blocks/block.ts';
import type { Passage } from '../blocks/passages.ts';
import type { PassageHit } from '../index/port.ts';

/** The text to embed for a passage: after its title and path, because a passage often does not name its subject. */
export function embeddedText(title: string | null, { path, body }: Pick<Passage, 'path' | 'body'>): string {
  return under([title, pathLine(path)], body);
}

/** The same text for an index hit, as closely as the hit allows. */
export function embeddedTextOfHit({ heading, path, text }: Pick<PassageHit, 'heading' | 'path' | 'text'>): string {
  const [title = ''] = heading.split('\n');
  return under([title, path], text);
}

function under(places: ReadonlyArray<string | null>, body: string): string {
  const place = places.filter(Boolean).join(PATH_SIGN);
  return place === '' ? body : `${place}\n${body}`;
}
