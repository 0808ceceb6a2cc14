import { createHash, type Hash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';

/** Messages up to this size are written together with their final dot; a larger one goes in pieces of it, uncopied. */
const ONE_WRITE_BYTES = 64 * 1024;

export interface WholeMessage {
  readonly stream: Readable;
  /** SHA-256 in hex of what was handed over, which is the message; null: not all of it was. */
  sha256(): string | null;
}

/**
 * A message for a connection that pipes it when the server is ready for it, and not before: `begin` is called then. When
 * `begin` throws, nothing is handed over and the stream fails with that error.
 */
export function wholeMessage(raw: Buffer, begin: () => void): WholeMessage {
  const stream = new Readable({ read() {} });
  const hash = createHash('sha256');
  let sha256: string | null = null;
  const pipe = <To extends NodeJS.WritableStream>(to: To): To => {
    try {
      begin();
    } catch (error) {
      stream.destroy(error as Error);
      return to;
    }
    to.once('end', () => {
      sha256 = hash.digest('hex');
    });
    if (to instanceof Transform && raw.length <= ONE_WRITE_BYTES) {
      hash.update(raw);
      inOneWrite(to, raw);
    } else Readable.from(piecesOf(raw, hash)).pipe(to);
    return to;
  };
  return { stream: Object.assign(stream, { pipe }), sha256: () => sha256 };
}

function* piecesOf(raw: Buffer, hash: Hash): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += ONE_WRITE_BYTES) {
    const piece = raw.subarray(at, at + ONE_WRITE_BYTES);
    hash.update(piece);
    yield piece;
  }
}

/** A paused stream is read as one piece: otherwise the message and its end would be two writes to the socket. */
function inOneWrite(to: Transform, raw: Buffer): void {
  to.pause();
  to.end(raw);
  to.read();
  to.resume();
}
