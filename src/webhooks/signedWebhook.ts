/** Headers of a request: those of Node and of most frameworks, or a standard `Headers` object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the timestamp may be from now, either way; 300 when absent. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock, in milliseconds since 1970; `Date.now` when absent. */
  readonly nowMs?: () => number;
}

/** A webhook as it was posted. */
export interface WebhookEvent {
  /** The same at every attempt and at every endpoint: use it to find duplicates. */
  readonly id: string;
  /** `delivered`, `bounced`, `sms.sent` …; of simulated messages `email.delivered` and so on. */
  readonly type: string;
  /** ISO 8601 with milliseconds, UTC. */
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * `header`: one of the three is missing, repeated or malformed; `timestamp`: too far from now; `signature`: made with
 * another secret or over another body; `body`: signed, but no JSON object.
 */
export type WebhookRefusal = 'header' | 'timestamp' | 'signature' | 'body';

/** A request that must not be trusted: answer it with 400. The message quotes nothing of it. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly reason: WebhookRefusal;
  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

const TOLERANCE_SECONDS = 300;

/** A webhook whose headers have their form, before anyone believes it. */
export interface SignedWebhook {
  readonly secrets: readonly string[];
  /** What its signature covers (interface specification, section 5 item 5). */
  readonly signed: Uint8Array<ArrayBuffer>;
  /** The signature that it came with, 32 bytes. */
  readonly given: Uint8Array<ArrayBuffer>;
  /**
   * The event, once the signature was compared.
   * @throws WebhookRefused when it is not right, the timestamp is not near, or the body is no event
   */
  eventIf(isSigned: boolean): WebhookEvent;
}

/** @throws WebhookRefused `header`, or TypeError when it is called wrongly */
export function signedWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now }: VerifyOptions,
): SignedWebhook {
  const body = bytesOf(rawBody);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (
    !Array.isArray(secrets) ||
    secrets.length === 0 ||
    !secrets.every((one) => typeof one === 'string' && one)
  )
    throw new TypeError('secret must be the signing secret of the endpoint, or a list of such');
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
    throw new TypeError('toleranceSeconds must be a number of seconds, 0 or more');

  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signature = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookRefused('header', 'The header webhook-timestamp is no number of seconds.');
  if (!/^v1=[0-9a-f]{64}$/.test(signature))
    throw new WebhookRefused('header', 'The header webhook-signature is not v1= and 64 hexadecimal digits.');
  return {
    secrets,
    signed: joined(new TextEncoder().encode(`${id}.${timestamp}.`), body),
    given: Uint8Array.from(signature.slice(3).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
    eventIf(isSigned) {
      if (!isSigned)
        throw new WebhookRefused(
          'signature',
          'The signature was made with another secret or over another body.',
        );
      const awaySeconds = Math.abs(nowMs() / 1_000 - Number(timestamp));
      // Compared with a tolerance it would be within any.
      if (Number.isNaN(awaySeconds))
        throw new TypeError('nowMs must give a number of milliseconds since 1970');
      if (awaySeconds > toleranceSeconds)
        throw new WebhookRefused(
          'timestamp',
          `The timestamp is more than ${toleranceSeconds} seconds from now.`,
        );
      return eventIn(body);
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new TypeError('rawBody must be the bytes of the request as they came, before any parser');
}

/** The value of a header that is present once. Names may be in any letter case, since some gateways change it. */
function headerOf(headers: WebhookHeaders, name: string): string {
  const { get } = headers;
  const values =
    typeof get === 'function'
      ? [get.call(headers, name)]
      : Object.entries(headers)
          .filter(([written]) => written.toLowerCase() === name)
          .flatMap(([, value]) => value);
  const found = values.filter((value) => typeof value === 'string' && value !== '');
  const [value] = found;
  if (typeof value !== 'string') throw new WebhookRefused('header', `The header ${name} is missing.`);
  if (found.length > 1) throw new WebhookRefused('header', `The header ${name} is there more than once.`);
  return value;
}

function eventIn(body: Uint8Array): WebhookEvent {
  const refused = new WebhookRefused('body', 'The body is signed, and is no JSON object.');
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  } catch {
    throw refused;
  }
  throw refused;
}
