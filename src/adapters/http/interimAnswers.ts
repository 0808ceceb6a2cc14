import type { Duplex } from 'node:stream';
import { AttemptFailed } from './attempt.ts';

/** The shortest beginning of an answer that shows whether it is an informational one. */
const SAMPLE = 'HTTP/1.1 100';
const IS_INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const SWITCHING_PROTOCOLS = '101';
const END_OF_HEAD = '\r\n\r\n';
const LF = 10;
const CR = 13;
/** Informational answers to one request, in bytes. */
const MAX_INTERIM_BYTES = 1_048_576;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Removes informational answers (RFC 9110 section 15.2) from the bytes that are read from a socket, since the HTTP client
 * treats an unexpected 100 as an error. There may be any number of them within a mebibyte. More, a change of protocol, which
 * was never asked for, a head longer than `maxHeadBytes`, and a line that ends without CR destroy the socket.
 * @returns to be called when a request is sent: the next bytes are the beginning of an answer
 */
export function withoutInterimAnswers(socket: Duplex, maxHeadBytes: number): () => void {
  let isExpecting = false;
  let held: Buffer = NOTHING;
  let interimBytes = 0;
  const refuse = (detail: string) => {
    socket.destroy(new AttemptFailed('protocol', detail));
    return NOTHING;
  };

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
      if (start.endsWith(` ${SWITCHING_PROTOCOLS}`)) return refuse('switches protocols');
      const end = held.indexOf(END_OF_HEAD);
      const head = end < 0 ? held : held.subarray(0, end + END_OF_HEAD.length);
      if (hasBareLf(head)) return refuse('line without CR');
      if (end < 0) return head.length > maxHeadBytes ? refuse('endless head') : NOTHING;
      interimBytes += head.length;
      if (interimBytes > MAX_INTERIM_BYTES) return refuse('too many informational answers');
      held = held.subarray(head.length);
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
    interimBytes = 0;
  };
}

/** Without its CR a line would end no head here, and the answer be waited for until the time is over. */
function hasBareLf(head: Buffer): boolean {
  for (let at = head.indexOf(LF); at >= 0; at = head.indexOf(LF, at + 1))
    if (head[at - 1] !== CR) return true;
  return false;
}
