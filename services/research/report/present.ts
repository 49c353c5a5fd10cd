import { countWords } from '../../blocks/count-words.ts';
import { joinSentences, sentencesOf } from '../../text/sentences.ts';
import { blockOf, introductionOf, isBlock, subjectOf } from '../../answer/text/write-unit.ts';
import { escapeCell, escapeSentence } from '../../text/markdown/markdown.ts';
import { inTurn } from '../gather/choose.ts';
import type { Finding, Section } from '../findings/sections.ts';

const SOURCES_DIFFER = 'Sources differ:';

export const markersOf = ({ markers }: Finding) => markers.map((id) => `[${id}]`).join('');

/** Findings as paragraphs and blocks. Sentences of one source form one paragraph. */
export function paragraphsOf(groups: ReadonlyArray<readonly Finding[]>): string {
  return groups
    .map((group, place) => {
      const before = groups[place - 1];
      if (!before) return paragraphOf(group);
      return goesOn(before, group) ? ` ${paragraphOf(group, before[0])}` : `\n\n${paragraphOf(group)}`;
    })
    .join('');
}

function goesOn([before, ...others]: readonly Finding[], [finding, ...further]: readonly Finding[]): boolean {
  if (!before || !finding || others.length > 0 || further.length > 0) return false;
  return isProse(before) && isProse(finding) && before.markers[0] === finding.markers[0];
}

const isProse = ({ unit }: Finding) => !isBlock(unit);

/** @param before the finding that the paragraph goes on from */
function paragraphOf(group: readonly Finding[], before?: Finding): string {
  const [finding] = group;
  if (!finding) return '';
  if (group.length > 1) return `${SOURCES_DIFFER}\n\n${group.map((one) => `- ${sentenceOf(one)}`).join('\n')}`;
  if (isBlock(finding.unit)) return markedBlock(finding);
  return sentenceOf(finding, before !== undefined && before.unit.term === finding.unit.term);
}

export function sentenceOf(finding: Finding, isSameSubject = false): string {
  return `${isSameSubject ? '' : subjectOf(finding.unit)}${escapeSentence(finding.unit.text)} ${markersOf(finding)}`;
}

/** A block has its markers where it is introduced, because its own text stays as it is. */
function markedBlock(finding: Finding): string {
  const introduction = introductionOf(finding.unit);
  const markers = markersOf(finding);
  return introduction === ''
    ? `${blockOf(finding.unit)}\n\n${markers}`
    : `${introduction} ${markers}\n\n${blockOf(finding.unit)}`;
}

/** A bullet for each finding, the best one of each question first; items of a list have one each. */
export function bulletsOf(sections: readonly Section[], most: number): string {
  const chosen = inTurn(sections.map(({ groups }) => groups.flatMap(bulletsOfGroup)));
  const further = inTurn(sections.map((section) => section.further.flatMap((one) => bulletsOfGroup([one]))));
  const wanted = Number.isFinite(most) ? [...chosen, ...further] : chosen;
  return [...new Set(wanted)].slice(0, most).join('\n');
}

function bulletsOfGroup(group: readonly Finding[]): string[] {
  const [finding] = group;
  if (!finding) return [];
  if (group.length > 1) return [`- ${SOURCES_DIFFER} ${group.map((one) => sentenceOf(one)).join(' / ')}`];
  const { unit } = finding;
  if (unit.kind === 'list' && unit.lines)
    return unit.lines.map(([item = '']) => `- ${escapeSentence(item)} ${markersOf(finding)}`);
  if (unit.kind === 'code') return [`- ${introductionOf(unit)} ${markersOf(finding)}\n\n${blockOf(unit)}\n`];
  return [`- ${sentenceOf(shortened(finding))}`];
}

/** A row for each finding. */
export function tableOf(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ question, groups }) =>
    groups.map((group) => `| ${escapeCell(question)} | ${cellsOf(group)} |`),
  );
  return ['| Question | Finding | Sources |', '|---|---|---|', ...rows].join('\n');
}

function cellsOf(group: readonly Finding[]): string {
  const [finding] = group;
  if (!finding || group.length > 1)
    return `${SOURCES_DIFFER} ${group.map((one) => `${cellOf(one)} ${markersOf(one)}`).join(' / ')} | ${group.map(markersOf).join(' ')}`;
  return `${cellOf(finding)} | ${markersOf(finding)}`;
}

/** A cell cannot hold a block, so a list is one line, and code is told by what introduces it. */
export function cellOf(finding: Finding): string {
  const { unit } = shortened(finding);
  if (unit.kind === 'code') return escapeCell(unit.lead ?? unit.text);
  if (unit.kind === 'list' && unit.lines) return escapeCell(unit.lines.map(([item = '']) => item).join('; '));
  return escapeCell(unit.text);
}

const MOST_SHORT_WORDS = 40;

/** The first sentences of prose, for a bullet or a cell; lists, tables and code stay whole. */
export function shortened(finding: Finding): Finding {
  const { unit } = finding;
  if (unit.kind !== 'paragraph' && unit.kind !== 'sentences') return finding;
  const [first = '', ...rest] = sentencesOf(unit.text);
  const kept = [first];
  for (const sentence of rest) {
    if (countWords([...kept, sentence].join(' ')) > MOST_SHORT_WORDS) break;
    kept.push(sentence);
  }
  return { ...finding, unit: { ...unit, text: joinSentences(kept) } };
}
