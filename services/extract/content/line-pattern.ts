/**
 * A pattern for whole lines, with any marks and signs around the words. Lines come from hostile pages too: nothing
 * in the parts may be read in many ways, or a line would take for ever.
 */
export const linePattern = (parts: string[]) =>
  new RegExp(`^[\\s\\p{P}\\p{S}]*(?:${parts.join('|')})[\\s\\p{P}\\p{S}]*$`, 'iu');
