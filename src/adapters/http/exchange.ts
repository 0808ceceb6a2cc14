import type { PostRequest } from '../../ports/poster.ts';
import { silenceTimer } from '../node/silenceTimer.ts';
import type { AttemptDeadline } from './attempt.ts';
import type { ReceiverConnection } from './connection.ts';
import { attemptFailed } from './failureReason.ts';

/** Bytes of an answer's body that are read at most, and those that are returned. */
const MAX_BODY_BYTES = 20_480;
const MAX_EXCERPT_BYTES = 2_048;
/** How long a body may take after the status: the outcome is known, and the connection is not worth more. */
const MAX_DRAIN_MS = 1_000;
/** Reading ends this long before the deadline, which would discard the answer. */
const MARGIN_MS = 100;

export interface Exchange {
  readonly status: number;
  /** The first 2 KB of the answer's body, as text. */
  readonly body: string;
  /** The answer was read to its end, and the connection is open. */
  readonly reusable: boolean;
}

/**
 * One request and its answer on an open connection, which is destroyed unless it can be used again. The status
 * decides: it is the answer even when its body never ends.
 * @throws AttemptFailed when there is no valid answer; `reset` when the peer ended the connection without an answer,
 * as may happen to an idle connection at any moment
 */
export async function exchange(
  connection: ReceiverConnection,
  url: URL,
  { headers, body }: PostRequest,
  time: AttemptDeadline,
): Promise<Exchange> {
  const { client, expectAnswer, destroy } = connection;
  const unsubscribe = time.onOver(destroy);
  expectAnswer();
  try {
    const path = url.pathname + url.search;
    const answer = await client.request({ path, method: 'POST', headers, body });
    const { excerpt, isWhole } = await drained(answer.body, time);
    if (!isWhole) destroy();
    return { status: answer.statusCode, body: excerpt, reusable: isWhole && connection.isOpen() };
  } catch (error) {
    destroy();
    // With TLS 1.3 a server asks for a certificate of ours after the handshake is over for us: only the socket says so.
    throw attemptFailed('exchange', connection.fault() ?? error);
  } finally {
    unsubscribe();
  }
}

/** Reads a body to its end, within bounds; `isWhole` is false when it is too long or too slow. */
function drained(
  body: NodeJS.ReadableStream & { destroy(): unknown },
  time: AttemptDeadline,
): Promise<{ excerpt: string; isWhole: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (isWhole: boolean) => {
      timer.clear();
      resolve({ excerpt: textOf(chunks), isWhole: isWhole && bytes <= MAX_BODY_BYTES });
    };
    const drainMs = Math.min(MAX_DRAIN_MS, time.remainingMs() - MARGIN_MS);
    const timer = silenceTimer(drainMs, () => body.destroy());
    body.on('data', (chunk: Buffer) => {
      if (bytes < MAX_EXCERPT_BYTES) chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) body.destroy();
    });
    body.on('end', () => end(true));
    // A body that was destroyed, by us or with the connection, has no end: the part that came is returned.
    body.on('error', () => end(false));
    body.on('close', () => end(false));
  });
}

/** A streaming decoder omits a character that was cut in two. */
function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}
