import { isParted } from './line-breaks.ts';

// A separator before a dropped unit must survive the unit, or its neighbours would run together.

/**
 * The remaining lead once a unit is dropped.
 *
 * @param droppedLead lead of the units dropped right before it, '' if there are none
 */
export function dropLead(droppedLead: string, lead: string, isFirst: boolean): string {
  if (!isFirst && !lead.includes('\n')) return droppedLead;
  return isParted(droppedLead) && !isParted(lead) ? parted(lead) : lead;
}

/** The lead of a unit that stays. */
export function takeLead(droppedLead: string, lead: string, isFirst: boolean): string {
  const startsLine = isFirst || lead.includes('\n');
  const asWritten = startsLine || droppedLead === '' ? lead : droppedLead;
  return startsLine && isParted(droppedLead) ? parted(asWritten) : asWritten;
}

const parted = (lead: string) => lead.replace(/^\s*\n/, '\n\n');
