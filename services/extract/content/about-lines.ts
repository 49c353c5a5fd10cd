import { linePattern } from './line-pattern.ts';

const MONTHS =
  'jan\\w*|feb\\w*|mar\\w*|märz|apr\\w*|avr\\w*|may|mai|maj|mei|mayo|jun\\w*|juin|jul\\w*|juil\\w*|aug\\w*|août|ago\\w*|sep\\w*|okt\\w*|oct\\w*|out\\w*|nov\\w*|dez\\w*|dec\\w*|déc\\w*|dic\\w*|ene\\w*|' +
  'янв\\w*|фев\\w*|мар\\w*|апр\\w*|мая|июн\\w*|июл\\w*|авг\\w*|сен\\w*|окт\\w*|ноя\\w*|дек\\w*';
const WEEKDAYS =
  '(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)[a-z]*\\.?,? ';
const DAY = `(?:${WEEKDAYS})?(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{1,2}(?:\\.|st|nd|rd|th|er)? (?:de )?(?:${MONTHS})\\.?,?(?: de)?(?: \\d{4})?|(?:${MONTHS})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|(?:${MONTHS})\\.? \\d{4}|\\d{4}年\\d{1,2}月\\d{1,2}日)`;
const TIME = '(?:\\d{1,2}[:.h]\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\.?)?(?: ?uhr)?(?: ?[a-z]{2,4}t)?|\\d{1,2} uhr)';
const SAID =
  '(?:published|posted|updated|last (?:updated|modified|edited|reviewed)|modified|created|date|on|at|veröffentlicht|aktualisiert|erstellt|stand|vom|am|um|publié|mis à jour|le|à|publicado|actualizado|el|pubblicato|aggiornato|il|gepubliceerd|op|om|opublikowano|dnia|datum|data|fecha)';

// Whole words, and few of them: a repetition that matches in several ways would make hostile lines take exponential
// time.
const SAID_WORD = `${SAID}(?!\\p{L}):? ?`;

/** Lines that describe a text instead of belonging to it. */
const ABOUT_LINES = [
  `(?:${SAID_WORD}){0,3}${DAY}(?:[ ,|·•–/-]{0,3}(?:${SAID_WORD}){0,3}(?:${DAY}|${TIME})){0,3}`,
  TIME,
  `(?:${SAID_WORD}){1,3}(?:${DAY})?`,
  '(?:\\d+|an?|one) (?:second|minute|hour|day|week|month|year)s? ago',
  'vor \\d+ (?:minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)',
  '\\d+ ?(?:min|mins|minutes?)\\.?(?: read)?',
  '(?:estimated )?(?:reading time|read time|lesezeit|lesedauer|temps de lecture|tiempo de lectura|tempo di lettura):?.{0,20}',
  '(?:photo|photograph|image|picture|foto|bild|fotos|bilder|photos|crédito?|credits?|photo credit|image credit|bildquelle|quelle|getty images|shutterstock|crédit photo|©|fotograf)(?: ?(?:by|:|via|von|/|©) ?.{0,70})?',
  '.{0,40}/ ?(?:getty images|shutterstock|dpa|afp|reuters|ap|imago|picture alliance)(?: ?/.{0,30})?',
  'advertisement',
  'anzeige',
  'werbung',
  'publicité',
  'publicidad',
  'pubblicità',
  'reklama',
  'реклама',
  '広告',
  '(?:share|tweet|pin|email|print|save|like|follow|copy link|facebook|twitter|linkedin|pinterest|whatsapp|reddit|telegram|instagram|x|teilen|drucken|merken|partager|imprimer|compartir|condividi|stampa|udostępnij|drukuj|поделиться|e-mail|mail|pocket|flipboard|tumblr|xing)(?:[ ,|/·]*(?:share|on|via|tweet|pin|email|print|save|facebook|twitter|linkedin|pinterest|whatsapp|reddit|telegram|instagram|x|teilen|drucken|merken|e-mail|mail|pocket|flipboard|tumblr|xing|this)){0,12}',
  '(?:tags?|categor(?:y|ies)|filed under|topics?|schlagw(?:o|ö)rte?r?|kategorien?|rubrik|stichworte|étiquettes|catégories?|etiquetas|categor[ií]as?|categorie|tagi|теги|posted in|veröffentlicht in|labels|keywords) ?:.{0,120}',
  '(?:views?|aufrufe|likes?|shares?|hits|comments?|kommentare?|replies|gelesen|просмотров) ?:? ?[\\d.,k]*',
  '[\\d.,k]+ ?(?:views?|aufrufe|likes?|shares?|hits|comments?|kommentare|replies|reactions?|просмотров)',
  '(?:skip to|jump to|back to top|nach oben|zurück zur?|zum seitenanfang|go to top|scroll to top|zum anfang)(?: .{0,30})?',
  '(?:this entry was posted|dieser (?:beitrag|eintrag) wurde).{0,200}',
  'loading\\.*',
  'externer inhalt',
  'beitragsbild',
  'zum vergrößern.{0,30}',
  'click to (?:enlarge|share|expand).{0,40}',
  'permalink',
  'permalien',
  'read (?:more|the full (?:story|article))',
  '(?:weiterlesen|mehr lesen|lire la suite|leer más|leggi tutto|czytaj więcej|więcej|lees meer|continue reading).{0,20}',
  'drucken',
  'nach oben',
  '(?:lesen sie (?:auch|hier|dazu)|lire aussi|lea (?:también|además)|leia (?:também|mais)|leggi anche|read (?:also|next|more)|see also|also read|mira|mire|puedes ver|te puede interesar|ver también|vea también|czytaj (?:także|też|również)|zobacz (?:także|też|również)|читайте также|lees ook|les også|läs (?:också|mer|även)|mehr (?:zum thema|dazu)|related|recommended|don.t miss|må ikke misses|baca juga|اقرأ أيضا) ?[:»–-].{0,160}',
  '(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|copyright|©).{0,100}',
  '(?:subscribe|sign up|follow us|join us|abonnieren sie|folgen sie|folge uns|suscr[ií]bete|abonnez-vous|iscriviti|únete|síguenos|seguici|segui-nos|inscreva-se).{0,120}(?:newsletter|inbox|facebook|twitter|telegram|whatsapp|instagram|youtube|google news|kanal|canal|channel|edition).{0,80}',
];

const ABOUT_LINE = linePattern(ABOUT_LINES);
const LONGEST = 240;

/** Whether a line is a date, a credit, a share link or another note that the site puts around its text. */
export function isAboutLine(line: string): boolean {
  return line.length <= LONGEST && ABOUT_LINE.test(line);
}

const BYLINE =
  /^(?:(?:by|written by|posted by|author|reviewed by|edited by|von|autor(?:in)?|text|par|por|di|da|door|av|af|autor|автор)\b ?:? ?)(?:[\p{Lu}][\p{L}.'’-]*(?:,? (?:and|und|et|y|e|en|&|van|von|de|der|del|la) |[ ,]+|$)){1,8}(?:\|.*|on .*|am .*|\d.*)?$/u;

/** Whether a line names the author. */
export function isByline(line: string): boolean {
  return line.length <= 100 && BYLINE.test(line.charAt(0).toLowerCase() + line.slice(1));
}
