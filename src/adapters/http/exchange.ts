import type { PostRequest } from '../../ports/poster.ts';
import { type AttemptDeadline, AttemptFailed, codeOf } from './attempt.ts';
import type { ReceiverConnection } from './connection.ts';

/** Of an answer's body at most so much is read, and only to use the connection again. */
const MAX_BODY_BYTES = 65_536;
/** How long a body may take once the status is known: the outcome stands, the connection is not worth more. */
const MAX_DRAIN_MS = 1_000;
/** Draining ends so much before the time is over, lest an answer that is there count as none. */
const MARGIN_MS = 100;
/** Interim answers (RFC 9110 section 15.2) before the final one. */
const MAX_INTERIM_ANSWERS = 16;

export interface Exchange {
  readonly status: number;
  /** The answer was read to its end, and the connection is open. */
  readonly reusable: boolean;
}

/**
 * One request and its answer on an open connection, which is destroyed unless it can be used again. The status
 * decides: it is the answer even when the body behind it never ends. `dead`: the peer closed the connection
 * without a word, as it may do with an idle one at any moment.
 * @throws AttemptFailed when there is no answer that makes sense
 */
export async function exchange(
  connection: ReceiverConnection,
  url: URL,
  { headers, body }: PostRequest,
  time: AttemptDeadline,
): Promise<Exchange | 'dead'> {
  const { client, destroy } = connection;
  const unhook = time.onOver(destroy);
  let interim = 0;
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      onInfo: () => {
        interim += 1;
        if (interim > MAX_INTERIM_ANSWERS) destroy();
      },
    });
    const reusable = await drained(answer.body, time);
    if (!reusable) destroy();
    return { status: answer.statusCode, reusable: reusable && connection.isOpen() };
  } catch (error) {
    destroy();
    if (interim > MAX_INTERIM_ANSWERS) throw new AttemptFailed('protocol', 'endless interim answers');
    const code = codeOf(error);
    if (interim === 0 && isLostConnection(code)) return 'dead';
    throw error instanceof AttemptFailed ? error : new AttemptFailed('protocol', code);
  } finally {
    unhook();
  }
}

function isLostConnection(code: string): boolean {
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** Reads a body to its end, within bounds; false when it has none that is worth waiting for. */
async function drained(
  body: NodeJS.ReadableStream & { destroy(): unknown },
  time: AttemptDeadline,
): Promise<boolean> {
  // Destroying the connection makes the body fail, which nobody listens for any more.
  body.on('error', () => {});
  const timer = setTimeout(() => body.destroy(), Math.min(MAX_DRAIN_MS, time.remainingMs() - MARGIN_MS));
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
