import type { PostRequest } from '../../ports/poster.ts';
import { AttemptFailed, codeOf, type Deadline } from './attempt.ts';
import type { Connection } from './connection.ts';

/** Of an answer's body at most so much is read, and only to use the connection again. */
const MAX_BODY_BYTES = 65_536;
/** How long a body may take once the status is known: the outcome stands, the connection is not worth more. */
const MAX_DRAIN_MS = 1_000;
/** Draining ends so much before the time is over, lest an answer that is there count as none. */
const MARGIN_MS = 100;

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
  connection: Connection,
  url: URL,
  { headers, body }: PostRequest,
  time: Deadline,
): Promise<Exchange | 'dead'> {
  const { client, interim, destroy } = connection;
  const unhook = time.onOver(destroy);
  interim.expectAnswer();
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
    });
    const reusable = await drained(answer.body, time);
    if (!reusable) destroy();
    return { status: answer.statusCode, reusable: reusable && connection.isOpen() };
  } catch (error) {
    destroy();
    const code = codeOf(error);
    // What the end of the time destroyed is not dead: nothing more goes out.
    if (isLostConnection(code) && !time.isOver()) return 'dead';
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
  time: Deadline,
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
