import { type FailureCode, PostledgerError } from './postledgerError.ts';

/** Where the service is, and how calls are made to it. */
export interface ClientOptions {
  /** Its address, as `https://mail.example.net`; a path before `/v1` is kept. */
  readonly url: string;
  /** The API key, `pl_…`. */
  readonly key: string;
  /** How often a call is made at most, the first time included; 4 when absent. */
  readonly attempts?: number;
  /** How long each answer may take, in milliseconds; 30,000 when absent. */
  readonly timeoutMs?: number;
}

/** What calls take from outside: by default the network, the clock and the chance of the runtime. */
export interface Environment {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly uuid: () => string;
  /** Rejects with the signal's reason once that is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** One operation with what is asked of it. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  /** Whether it does no more when it is made twice. */
  readonly isRepeatable: boolean;
  /** Breaks the call off, and the wait for its repetition. */
  readonly signal?: AbortSignal | undefined;
}

const ATTEMPTS = 4;
const TIMEOUT_MS = 30_000;
const FIRST_WAIT_MS = 500;
/** Who is asked to wait longer is told so, and decides. */
const MAX_WAIT_MS = 60_000;
/** Answers of the service, or of what stands in front of it, after which the same call may succeed soon. */
const TEMPORARY: readonly (number | null)[] = [408, 425, 429, 500, 502, 503, 504];

/**
 * Makes calls, each again while that may help and does no harm: it resolves with the JSON of the answer, null where there
 * is none, and rejects with a PostledgerError or with the reason of the caller's signal.
 * @throws TypeError when the options are no address or key; the message quotes neither
 */
export function caller(options: ClientOptions, environment: Environment): (asked: Asked) => Promise<unknown> {
  const { attempts = ATTEMPTS } = options;
  const once = attempt(options, environment);
  return async (asked) => {
    for (let made = 1; ; made++) {
      try {
        return await once(asked);
      } catch (error) {
        asked.signal?.throwIfAborted();
        if (!(error instanceof PostledgerError)) throw error;
        // The first call did it, and its answer was lost.
        if (asked.method === 'DELETE' && error.status === 404 && made > 1) return null;
        const isTemporary = error.code === 'no_answer' || TEMPORARY.includes(error.status);
        const waitMs = error.retryAfterMs + environment.random() * FIRST_WAIT_MS * 2 ** (made - 1);
        if (!isTemporary || !asked.isRepeatable || made >= attempts || waitMs > MAX_WAIT_MS) throw error;
        await environment.sleep(waitMs, asked.signal);
      }
    }
  };
}

function attempt(
  { url, key, timeoutMs = TIMEOUT_MS }: ClientOptions,
  { fetch: ask, nowMs }: Environment,
): (asked: Asked) => Promise<unknown> {
  const { protocol, username, host, pathname } = URL.canParse(url) ? new URL(url) : new URL('none:');
  if (!/^https?:$/.test(protocol) || username !== '')
    throw new TypeError('url must be an http or https address without a user name');
  if (!/^[!-~]+$/.test(key)) throw new TypeError('key must be an API key, without spaces or line breaks');
  const base = `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
  return async ({ method, path, body, idempotencyKey, signal }) => {
    const headers = new Headers({ authorization: `Bearer ${key}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', bytesOf(idempotencyKey));
    const text = body === undefined ? null : JSON.stringify(body);
    const inTime = AbortSignal.timeout(timeoutMs);
    const until = signal === undefined ? inTime : AbortSignal.any([inTime, signal]);
    // To another place the key is not sent, and a POST would arrive there as a GET.
    const init = { method, headers, body: text, signal: until, redirect: 'manual' } as const;
    const [answer, sent] = await ask(base + path, init)
      .then(async (came) => [came, await came.text()] as const)
      .catch((cause: Error) => {
        const why = cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message;
        throw new PostledgerError('no_answer', `No answer from ${host}: ${why}`, {}, cause);
      });
    return contentOf(answer, sent, nowMs);
  };
}

/** A header holds bytes: a key beyond Latin-1 goes as its UTF-8. */
const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

/** @throws PostledgerError when it is no success, or not the service's */
function contentOf({ ok, status, headers }: Response, text: string, nowMs: () => number): unknown {
  const requestId = headers.get('x-request-id');
  const retryAfterMs = millisecondsOf(headers.get('retry-after'), nowMs);
  const failed = (code: FailureCode, message: string, issues?: PostledgerError['issues']) =>
    new PostledgerError(code, message, { status, requestId, retryAfterMs, issues: issues ?? [] });
  if (headers.has('idempotency-mismatch'))
    throw failed(
      'other_request',
      'The Idempotency-Key was used for another request; nothing was sent for this one.',
    );
  const content = ok && text === '' ? null : jsonIn(text);
  if (ok && content !== undefined) return content;
  const { error } = (content ?? {}) as { error?: Partial<Refusal> };
  if (!ok && typeof error?.code === 'string')
    throw failed(error.code, error.message ?? error.code, error.details?.issues);
  const place = headers.get('location');
  const what = place === null ? 'not as this service does' : `that it is at ${place}`;
  throw failed('unexpected_answer', `What is at the address answered with ${status}, ${what}.`);
}

interface Refusal {
  readonly code: FailureCode;
  readonly message: string;
  readonly details?: { readonly issues: PostledgerError['issues'] };
}

/** Undefined when it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Of `Retry-After` (RFC 9110, section 10.2.3), seconds or a date; 0 without one. */
function millisecondsOf(header: string | null, nowMs: () => number): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
