import type { Duplex } from 'node:stream';
import { AttemptFailed } from './attempt.ts';

/** The shortest beginning of an answer that shows whether it is an informational one. */
const SAMPLE = 'HTTP/1.1 100';
const IS_INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const SWITCHING_PROTOCOLS = '101';
const END_OF_HEAD = '\r\n\r\n';
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Removes informational answers (RFC 9110 section 15.2) from the bytes that are read from a socket, since the HTTP client
 * treats an unexpected 100 as an error. There may be any number of them; a change of protocol, which was never asked for,
 * and a head longer than `maxHeadBytes` destroy the socket.
 * @returns to be called when a request is sent: the next bytes are the beginning of an answer
 */
export function withoutInterimAnswers(socket: Duplex, maxHeadBytes: number): () => void {
  let isExpecting = false;
  let held: Buffer = NOTHING;

  /** The bytes so far that are for the client; others are held, or were informational. */
  const withoutInterim = (chunk: Buffer): Buffer => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    while (held.length > 0) {
      const start = held.toString('latin1', 0, SAMPLE.length);
      if (!IS_INTERIM.test(start + SAMPLE.slice(start.length))) {
        isExpecting = false;
        const answer = held;
        held = NOTHING;
        return answer;
      }
      if (start.endsWith(` ${SWITCHING_PROTOCOLS}`)) {
        socket.destroy(new AttemptFailed('protocol', 'switches protocols'));
        break;
      }
      const end = held.indexOf(END_OF_HEAD);
      if (end < 0) {
        if (held.length > maxHeadBytes) socket.destroy(new AttemptFailed('protocol', 'endless head'));
        break;
      }
      held = held.subarray(end + END_OF_HEAD.length);
    }
    return NOTHING;
  };

  const read = socket.read.bind(socket);
  // The client reads only by this method, whenever the socket is readable.
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (chunk === null || !isExpecting) return chunk;
      const answer = withoutInterim(chunk);
      if (answer.length > 0) return answer;
      if (socket.destroyed) return null;
    }
  };
  return () => {
    isExpecting = true;
    held = NOTHING;
  };
}
