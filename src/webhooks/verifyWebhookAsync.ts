import {
  signedWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './signedWebhook.ts';

// A receiver imports this file as `postledger-webhooks`: it needs Web Crypto alone, which every runtime has.

export {
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRefusal,
  WebhookRefused,
} from './signedWebhook.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * The event of a webhook whose signature is right and whose timestamp is near, as `verifyWebhook` of `postledger/webhooks`
 * finds it with Node's own cryptography. It rejects instead of resolving with false, so that a forgotten check accepts nothing.
 * @param rawBody the bytes as they came, or the text that they are in UTF-8, before any parser
 * @param secret the endpoint's signing secret as it was shown, `whsec_` included; several while you change endpoints
 * @throws WebhookRefused with the `reason`, by rejecting
 * @throws TypeError by rejecting, when it is called wrongly: with a parsed body, an empty secret, or a clock that gives no number
 */
export async function verifyWebhookAsync(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { secrets, signed, given, eventIf } = signedWebhook(rawBody, headers, secret, options);
  const right = await Promise.all(
    secrets.map(async (one) => {
      const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(one), HMAC, false, [
        'verify',
      ]);
      return crypto.subtle.verify('HMAC', key, given, signed);
    }),
  );
  return eventIf(right.includes(true));
}
