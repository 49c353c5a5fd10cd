import { citeWritten } from '../grounding/model-text/cite-unit.ts';
import {
  judgeHeaderRow,
  isHead,
  judge,
  knownTermsOf,
  type JudgedUnit,
  type KnownTerms,
  type VerifiedUnit,
} from '../grounding/model-text/judge-unit.ts';
import { keptUnits } from '../grounding/model-text/kept-units.ts';
import { dropLead, takeLead } from '../grounding/model-text/leads.ts';
import { isEnded, isWrapped, unwrapped } from '../grounding/model-text/line-breaks.ts';
import type { Source } from '../page-text/source.ts';

/**
 * Streams the supported text in pieces, each as soon as it is final. Drops claims without a source, and headings, table
 * heads and introductions that have lost all of their content.
 *
 * @param topic the question, whose names and numbers are known
 */
export async function* streamedText(
  units: AsyncIterable<VerifiedUnit>,
  sources: readonly Source[],
  topic: string,
): AsyncGenerator<string> {
  const known = knownTermsOf(topic, sources);
  let context: JudgedUnit | undefined;
  let waiting: JudgedUnit[] = [];
  let droppedLead = '';
  let isFirst = true;
  for await (const unit of judgedUnits(units, sources, known)) {
    waiting.push(unit);
    if (unit.status !== 'supported') continue;
    // The last supported unit shows what a rule between parts follows.
    const kept = keptUnits(context ? [context, ...waiting] : waiting).slice(context ? 1 : 0);
    let text = '';
    for (const [index, { lead, text: own }] of waiting.entries()) {
      if (kept[index]) text += takeLead(droppedLead, lead, isFirst) + own;
      droppedLead = kept[index] ? '' : dropLead(droppedLead, lead, isFirst);
      isFirst = false;
    }
    yield context ? text : text.trimStart();
    context = unit;
    waiting = [];
  }
}

/**
 * A row waits for the next unit, which shows whether the row is the head of a table. A line without an end waits for
 * its continuation.
 */
async function* judgedUnits(
  units: AsyncIterable<VerifiedUnit>,
  sources: readonly Source[],
  known: KnownTerms,
): AsyncGenerator<JudgedUnit> {
  let above: VerifiedUnit | undefined;
  let held: VerifiedUnit | undefined;
  for await (const unit of units) {
    if (held && isWrapped(held.written, unit.written)) {
      const written = unwrapped(held.written, unit.written);
      held = { written, ...citeWritten(written, sources) };
    } else {
      if (held) yield isHead([above, held, unit]) ? judgeHeaderRow(held, known) : judge(held, sources, known);
      above = held ?? above;
      held = unit;
    }
    if (held.written.kind === 'row' || (held.written.kind === 'sentence' && !isEnded(held.written.text))) continue;
    yield judge(held, sources, known);
    above = held;
    held = undefined;
  }
  if (held) yield judge(held, sources, known);
}
