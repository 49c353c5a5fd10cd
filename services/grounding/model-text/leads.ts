import { isParted } from './line-breaks.ts';

// What parts a unit from the one before it must outlive the unit, or what stands around it would run together.

/** The lead that is left over once a unit is dropped. @param droppedLead that of the units dropped right before it, '' where none were */
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
