/** Code that checks the signature of a webhook's message, by Standard Webhooks, without a package. */
export const VERIFY_WEBHOOK = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the raw bytes of the request, not parsed. headers: names in lower case. */
export function isFromQuarry(body: Buffer, headers: Record<string, string>, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (!id || !at || !signatures || Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\`).update(body).digest();
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  Python: `import base64, hashlib, hmac, time

def is_from_quarry(body: bytes, headers: dict, secret: str) -> bool:
    """body: the raw bytes of the request, not parsed. headers: names in lower case."""
    message_id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdigit() or abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures)`,
  openssl: `# body.json: the raw bytes of the request. ID, AT, SIGNATURE: its headers webhook-id, -timestamp, -signature.
# Check beside this that AT is no more than five minutes ago.
KEY=$(printf %s "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
EXPECTED=v1,$({ printf %s "$ID.$AT."; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)
case " $SIGNATURE " in *" $EXPECTED "*) echo valid ;; *) echo refused ;; esac`,
} as const;

export type VerifyLanguage = keyof typeof VERIFY_WEBHOOK;
