import { Text, type Element } from 'domhandler';
import { textContent } from 'domutils';

/** Words that are true on the day of reading only. */
const RELATIVE =
  /^(?:today|yesterday|just now|a moment ago|heute|gestern|hier|aujourd.hui|hoy|ayer|oggi|ieri|vandaag|gisteren|(?:mon|tues|wednes|thurs|fri|satur|sun)day at|vor \d|il y a|hace|.{1,30} (?:ago|geleden|fa)$)/i;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/;

/** Writes a moment that a page gives relative to the day of reading as the one that it declares. */
export function settleTimes(elements: readonly Element[]): void {
  for (const time of elements) {
    if (time.name !== 'time') continue;
    const [, day, clock] = MOMENT.exec(time.attribs.datetime ?? '') ?? [];
    if (day === undefined || !RELATIVE.test(textContent(time).trim())) continue;
    const text = new Text(clock === undefined ? day : `${day} ${clock}`);
    text.parent = time;
    time.children = [text];
  }
}
