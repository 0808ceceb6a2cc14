import type { Duplex } from 'node:stream';
import { AttemptFailed } from './attempt.ts';

/** The shortest beginning of an answer that tells whether it is an informational one. */
const SAMPLE = 'HTTP/1.1 100';
const IS_INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const SWITCHING_PROTOCOLS = '101';
const END_OF_HEAD = '\r\n\r\n';
const NOTHING: Buffer = Buffer.alloc(0);

/** Informational answers of one connection. */
export interface InterimAnswers {
  /** A request goes out: what comes next is the beginning of an answer. */
  expectAnswer(): void;
}

/**
 * Takes informational answers (RFC 9110 section 15.2) out of what is read from a socket, since the HTTP client takes
 * an unasked 100 for a fault. There may be any number of them; a change of protocol, which nobody asked for, and a
 * head longer than `maxHeadBytes` destroy the socket.
 */
export function withoutInterimAnswers(socket: Duplex, maxHeadBytes: number): InterimAnswers {
  let isExpecting = false;
  let held: Buffer = NOTHING;

  /** What of the bytes so far is for the client; the rest is held, or was informational. */
  const passed = (chunk: Buffer): Buffer => {
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
  // The client reads by this method alone, whenever the socket is readable.
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (chunk === null || !isExpecting) return chunk;
      const answer = passed(chunk);
      if (answer.length > 0) return answer;
      if (socket.destroyed) return null;
    }
  };
  return {
    expectAnswer() {
      isExpecting = true;
      held = NOTHING;
    },
  };
}
