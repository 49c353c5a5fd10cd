import { isPublicAddress } from '../../egress/address-rules.ts';
import type { AllowList } from '../../egress/allow-list.ts';
import { judgeUrl } from '../../egress/url-rules.ts';

export const MAX_URL_BYTES = 2_048;

/**
 * The fault in a webhook's URL that is known without a DNS lookup; each attempt checks the rest. @see
 * docs/rules.md#webhooks
 */
export function webhookUrlFault(url: string, allowList: AllowList): string | undefined {
  if (Buffer.byteLength(url) > MAX_URL_BYTES) return `is longer than ${MAX_URL_BYTES} bytes`;
  const given = URL.parse(url);
  if (!given) return 'is not an absolute URL';
  if (given.username !== '' || given.password !== '') return 'holds a user name or password';
  const target = judgeUrl(url, allowList);
  if (target.status === 'refused') return target.message;
  const { literalAddress, isTrusted } = target;
  const isListed = isTrusted || (literalAddress !== undefined && allowList.allowsAddress(literalAddress));
  if (given.protocol !== 'https:' && !isListed) return 'must be an https URL';
  return literalAddress === undefined || isListed || isPublicAddress(literalAddress)
    ? undefined
    : 'the address is not public';
}
