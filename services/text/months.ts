/** Names of the months in the languages that are most common on the web, folded; longer ones precede their prefixes. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'januar', 'janvier', 'enero', 'gennaio', 'janeiro', 'januari', 'jan'],
  ['february', 'februar', 'fevrier', 'febrero', 'febbraio', 'fevereiro', 'februari', 'feb'],
  ['march', 'marz', 'mars', 'marzo', 'marco', 'maart', 'mar'],
  ['april', 'avril', 'abril', 'aprile', 'apr'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei'],
  ['june', 'juni', 'juin', 'junio', 'giugno', 'junho', 'jun'],
  ['july', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'jul'],
  ['august', 'aout', 'agosto', 'augustus', 'aug'],
  ['september', 'septembre', 'septiembre', 'settembre', 'setembro', 'sept', 'sep'],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro', 'oct', 'okt'],
  ['november', 'novembre', 'noviembre', 'novembro', 'nov'],
  ['december', 'dezember', 'decembre', 'diciembre', 'dicembre', 'dezembro', 'dec', 'dez'],
];

/** All names, the longest first, as alternatives of a pattern. */
export const MONTHS: readonly string[] = NAMES.flat().toSorted((a, b) => b.length - a.length);

/** 1 to 12; 0 if the word is not a month. */
export function monthNumber(name = ''): number {
  return NAMES.findIndex((names) => names.includes(name)) + 1;
}
