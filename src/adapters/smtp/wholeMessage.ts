import { createHash, hash as hashOf } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { SmtpMessage } from './smtpSession.ts';

/** Messages up to this size are written together with their final dot; a larger one goes in pieces of it, uncopied. */
const ONE_WRITE_BYTES = 64 * 1024;

export interface WholeMessage extends SmtpMessage {
  /** SHA-256 in hex of what was handed over, which is the message; null: not all of it was. */
  sha256(): string | null;
}

/** `begin` is called before the message is handed over. When it throws, nothing is, and the transaction fails with its error. */
export function wholeMessage(raw: Buffer, begin: () => void): WholeMessage {
  let sha256: string | null = null;
  return {
    writeTo(to) {
      begin();
      if (to instanceof Transform && raw.length <= ONE_WRITE_BYTES) {
        to.once('end', () => {
          sha256 = hashOf('sha256', raw, 'hex');
        });
        return inOneWrite(to, raw);
      }
      const hash = createHash('sha256');
      to.once('end', () => {
        sha256 = hash.digest('hex');
      });
      Readable.from(piecesOf(raw, (piece) => hash.update(piece))).pipe(to);
    },
    sha256: () => sha256,
  };
}

function* piecesOf(raw: Buffer, onPiece: (piece: Buffer) => void): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += ONE_WRITE_BYTES) {
    const piece = raw.subarray(at, at + ONE_WRITE_BYTES);
    onPiece(piece);
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
