import { linePattern } from './line-pattern.ts';

/** A forum's notes about the author of a post, and its buttons. */
const POSTER_LINES = [
  '(?:joined|registered|posts?|location|from|messages|threads|likes?|reaction score|points|member since|age|gender|solutions|topics|rank|reputation|founded|trophy points|beiträge|registriert(?: seit)?|wohnort|ort|dabei seit|mitglied seit|inscrit(?: le)?|messages postés|localisation|mensajes|registrado|ubicación|messaggi|iscritto(?: dal)?|località|berichten|lid sinds|posty|dołączył|сообщений|регистрация|откуда|mesaj)(?: ?: ?| )[^.!?]{0,60}',
  '(?:last edited|edited|zuletzt bearbeitet|geändert von|dernière modification|editado por|modificato|отредактировано).{0,100}',
  '(?:report|quote|reply|like|share|flag|link|permalink|copy link|follow|edit|save|give award|upvote|downvote|zitieren|antworten|melden|citer|répondre|signaler|citar|responder|cita|rispondi|цитата|ответить)(?:[ ,|/·]*(?:report|quote|reply|like|share|flag|link|follow|edit|save|zitieren|antworten|melden)){0,8}',
  'sorted by.{0,60}',
  'code: ?select all',
  'pages?: ?[\\d ,.…]*(?:next|last)?.{0,10}',
  'view attachment.{0,20}',
  '#\\d{1,6}',
  'thread starter',
  'top posters.{0,30}',
  'online|offline',
  '(?:new |junior |senior |well-known |active )?member',
];

const POSTER_LINE = linePattern(POSTER_LINES);
const LONGEST = 240;

/** Whether a line of a forum describes the author of a post, or is a button below it. */
export function isPosterLine(line: string): boolean {
  return line.length <= LONGEST && POSTER_LINE.test(line);
}
