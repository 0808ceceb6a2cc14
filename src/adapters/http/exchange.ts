import type { PostRequest } from '../../ports/poster.ts';
import type { AttemptDeadline } from './attempt.ts';
import type { ReceiverConnection } from './connection.ts';
import { attemptFailed } from './failureReason.ts';

/** Of an answer's body at most so much is read, and only so much of it told. */
const MAX_BODY_BYTES = 20_480;
const MAX_TOLD_BYTES = 2_048;
/** How long a body may take once the status is known: the outcome stands, the connection is not worth more. */
const MAX_DRAIN_MS = 1_000;
/** Draining ends so much before the time is over, or an answer that is there would count as none. */
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
 * decides: it is the answer even when the body behind it never ends.
 * @throws AttemptFailed when there is no answer that makes sense; `reset` when the peer ended the connection without
 * one, as it may do with an idle one at any moment
 */
export async function exchange(
  connection: ReceiverConnection,
  url: URL,
  { headers, body }: PostRequest,
  time: AttemptDeadline,
): Promise<Exchange> {
  const { client, interim, destroy } = connection;
  const unhook = time.onOver(destroy);
  interim.expectAnswer();
  try {
    const path = url.pathname + url.search;
    const answer = await client.request({ path, method: 'POST', headers, body });
    const { told, isWhole } = await drained(answer.body, time);
    if (!isWhole) destroy();
    return { status: answer.statusCode, body: told, reusable: isWhole && connection.isOpen() };
  } catch (error) {
    destroy();
    throw attemptFailed('exchange', error);
  } finally {
    unhook();
  }
}

/** Reads a body to its end, within bounds; not whole when it has none that is worth waiting for. */
function drained(
  body: NodeJS.ReadableStream & { destroy(): unknown },
  time: AttemptDeadline,
): Promise<{ told: string; isWhole: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      resolve({ told: textOf(chunks), isWhole: isWhole && bytes <= MAX_BODY_BYTES });
    };
    const timer = setTimeout(() => body.destroy(), Math.min(MAX_DRAIN_MS, time.remainingMs() - MARGIN_MS));
    body.on('data', (chunk: Buffer) => {
      if (bytes < MAX_TOLD_BYTES) chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) body.destroy();
    });
    body.on('end', () => end(true));
    // Destroyed, by us or with the connection, it has no end: what came until then is told.
    body.on('error', () => end(false));
    body.on('close', () => end(false));
  });
}

/** A streaming decoder keeps back a character that the cut went through. */
function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = Buffer.concat(chunks).subarray(0, MAX_TOLD_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}
