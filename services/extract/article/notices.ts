import type { Document, Element } from 'domhandler';
import { removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';
import { linePattern } from '../content/line-pattern.ts';

/** What a site says to its readers within an article: on its cookies, accounts, subscriptions and earnings. */
const NOTICES = [
  '(?:this|these|our|some|many).{0,60}(?:contains?|are|includes?|use|uses).{0,30}affiliate.{0,160}',
  '.{0,160}\\b(?:we|i|us|may|might) (?:may |might |can |will )?(?:earn|receive|get|make) (?:us )?an? .{0,30}commission.{0,120}',
  '.{0,60}\\b(?:dieser|diese|einige|mit).{0,40}affiliate.?links?.{0,160}',
  '(?:please )?(?:follow|find|like) (?:me|us|along|him|her|them) (?:on|at) .{0,160}',
  '(?:get|for|read|catch up on) (?:the|all the|all|our) (?:latest|breaking|top).{0,80}(?:apps?|inbox|newsletters?|phone|whatsapp|telegram|facebook|twitter|instagram)\\b.{0,80}',
  '(?:never|don.t) miss (?:the|a|an|out|our|any)\\b.{0,60}(?:news|stor|updat|newsletter|subscrib|sign).{0,100}',
  '(?:download|get) (?:the|our) .{0,40}\\bapp\\b.{0,80}',
  '(?:lade|laden sie|hol).{0,30}\\bapp\\b.{0,80}',
  'already (?:have an account|an? .{0,20}(?:subscriber|member)|subscribed|registered)\\b.{0,80}',
  '(?:bereits|schon) (?:registriert|abonnent|abonniert|mitglied|kunde)\\b.{0,80}',
  '(?:déjà|deja) (?:abonné|inscrit).{0,60}',
  '.{0,40}(?:you must|you need to|please|sie müssen|bitte|vous devez|debes) (?:be |sich |être |vous )?(?:logged? ?in|sign(?:ed)? in|register|einloggen|anmelden|connecté|connecter|iniciar sesión).{0,100}',
  'this (?:article|story|content|post) is (?:exclusive|exclusively|only|for|reserved|available|free)\\b.{0,60}(?:subscribers?|members?|readers)\\b.{0,60}',
  '(?:subscribe|sign up|register|log in|sign in)(?: now| today| here)? (?:to|and) (?:continue|keep|read|access|unlock).{0,100}',
  '(?:to continue|continue) reading.{0,120}',
  '.{0,60}javascript (?:is |seems to be |ist )?(?:disabled|deaktiviert|turned off|required|nicht aktiviert).{0,160}',
  '(?:please )?(?:enable|activate|turn on|aktivieren sie|activez|active) javascript.{0,160}',
  '(?:you are using|you.re using|your browser|sie verwenden|ihr browser|votre navigateur|tu navegador).{0,60}(?:outdated|unsupported|not supported|old|veraltet|nicht unterstützt|obsolète|obsoleto).{0,160}',
  '(?:we|this (?:web ?)?site) uses? (?:\\w+ ){0,3}cookies.{0,200}',
  '(?:diese (?:web)?(?:seite|site)|wir) (?:verwende[nt]|nutz(?:t|en)|setz(?:t|en)) (?:\\w+ ){0,2}cookies.{0,200}',
  '(?:nous utilisons|ce site utilise|usamos|utilizamos|este sitio usa|questo sito utilizza) (?:\\w+ ){0,2}cookies.{0,200}',
  '(?:by (?:signing up|subscribing|clicking|submitting|continuing)).{0,60}(?:you|agree|confirm|consent).{0,160}',
  '(?:thank you|thanks)! your (?:submission|subscription|message) has been (?:received|sent).{0,20}',
  'oops!? something went wrong.{0,80}',
  '(?:your )?browser does not support .{0,80}',
];

const NOTICE = linePattern(NOTICES);
/** A word of each notice: the whole pattern is slow on the many lines that are none. */
const CLUE =
  /affiliat|commission|cookie|javascript|brows|naveg|navigateur|\bapps?\b|follow|like (?:me|us)|find (?:me|us)|latest|breaking|catch up|miss |already|bereits|schon|déjà|deja|logged|sign|log in|einloggen|anmelden|connect|iniciar|register|subscri|reading|agree|consent|confirm|submission|message has|wrong/i;
const LONGEST = 300;

const LINES = new Set([
  'p',
  'div',
  'li',
  'span',
  'em',
  'i',
  'strong',
  'b',
  'small',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'aside',
  'section',
]);
const BLOCKS = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'section',
  'figure',
]);

/** Removes the lines of an article that the site says to its readers. */
export function dropNotices(content: Document | Element, measures: Measures): void {
  const isNotice = (element: Element) => {
    if (!LINES.has(element.name) || (measures.get(element) ?? EMPTY_MEASURE).text > LONGEST) return false;
    if (hasBlocks(element) || !standsAlone(element)) return false;
    const line = textContent(element).replace(/\s+/g, ' ').trim();
    return line !== '' && line.length <= LONGEST && CLUE.test(line) && NOTICE.test(line);
  };
  for (const notice of findAll(isNotice, content.children)) removeElement(notice);
}

const hasBlocks = ({ children }: Element) => children.some((child) => 'name' in child && BLOCKS.has(child.name));

const INLINE = new Set(['span', 'em', 'i', 'strong', 'b', 'small']);

/** A part of a line is no notice: the sentence around it would lose it. */
const standsAlone = ({ name, parent }: Element) => !INLINE.has(name) || parent?.children.length === 1;
