import {
  head,
  isHead,
  judge,
  knownOf,
  type JudgedUnit,
  type VerifiedUnit,
} from '../../grounding/model-text/judge-unit.ts';
import type { Source } from '../../sentence-selection/source.ts';
import { joinUnits } from './join-units.ts';
import { wholeUnits } from './whole-units.ts';

export interface SupportedText {
  /** Markdown in which what claims something has the link of a source; '' where nothing has. */
  text: string;
  /** What was left out because no source says it, as it was written. */
  unsupported: string[];
}

/** What sources say of a written report: the rest is left out, and with it the headings, tables and introductions that have nothing left. */
export function supportedText(
  verified: readonly VerifiedUnit[],
  sources: readonly Source[],
  topic: string,
): SupportedText {
  const units = wholeUnits(verified, sources);
  const known = knownOf(topic, sources);
  // A model that has lost its way says the same a thousand times.
  const judgedBefore = new Map<string, JudgedUnit>();
  const judged = units.map((unit, index) => {
    if (isHead([units[index - 1], unit, units[index + 1]])) return head(unit, known);
    const same = `${unit.written.kind} ${unit.written.lead}${unit.written.text}`;
    const found = judgedBefore.get(same) ?? judge(unit, sources, known);
    judgedBefore.set(same, found);
    return found;
  });
  return {
    text: judged.some(({ status }) => status === 'said') ? joinUnits(judged) : '',
    unsupported: units.filter((_, index) => judged[index]?.status === 'unsaid').map(({ written }) => written.text),
  };
}
