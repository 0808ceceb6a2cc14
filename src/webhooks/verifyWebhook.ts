import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  signedWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './signedWebhook.ts';

// A receiver imports this file as `postledger/webhooks`. It imports nothing of the service.

export {
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRefusal,
  WebhookRefused,
} from './signedWebhook.ts';

/**
 * The event of a webhook whose signature is right and whose timestamp is near (interface specification, section 5
 * item 5). It throws instead of returning false, so that a forgotten check accepts nothing.
 * @param rawBody the bytes as they came, or the text that they are in UTF-8, before any parser
 * @param secret the endpoint's signing secret as it was shown, `whsec_` included; several while you change endpoints
 * @throws WebhookRefused with the `reason`
 * @throws TypeError when it is called wrongly: with a parsed body, an empty secret, or a clock that gives no number
 */
export function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const { secrets, signed, given, eventIf } = signedWebhook(rawBody, headers, secret, options);
  const right = secrets.map((one) =>
    timingSafeEqual(createHmac('sha256', one).update(signed).digest(), given),
  );
  return eventIf(right.includes(true));
}
