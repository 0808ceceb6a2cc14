import { createHmac } from 'node:crypto';

/**
 * Value of `webhook-signature` (spec section 5 item 5): `v1=` and the hex HMAC-SHA256 of `{id}.{timestamp}.{body}`.
 * The key is the whole secret as it was shown, its `whsec_` included, in UTF-8.
 */
export function signature(secret: string, id: string, timestampS: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${timestampS}.${body}`).digest('hex')}`;
}

/** Headers of one attempt. The timestamp is that of the attempt, so that a late retry still verifies. */
export function signedHeaders(
  secret: string,
  id: string,
  nowMs: number,
  body: string,
): Record<string, string> {
  const timestampS = Math.floor(nowMs / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Postledger-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signature(secret, id, timestampS, body),
  };
}
