const REASONS: Record<string, string> = {
  same_text: 'The same words under another address',
  near_duplicate: 'Nearly the same text: its sentences were delivered before',
};

/** Why a document was suppressed, in words. @param share of sentences that no delivered record has, 0 to 1 */
export function reasonInWords(reason: string, share: number): string {
  const words = REASONS[reason] ?? reason.replaceAll('_', ' ');
  return share > 0 ? `${words} (${(share * 100).toFixed(1)} % are new).` : `${words}.`;
}
