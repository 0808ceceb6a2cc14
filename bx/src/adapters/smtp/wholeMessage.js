// src/adapters/smtp/wholeMessage.ts
import { createHash, hash as hashOf } from "node:crypto";
import { Readable, Transform } from "node:stream";
var ONE_WRITE_BYTES = 64 * 1024;
function wholeMessage(raw, begin) {
  let sha256 = null;
  return {
    writeTo(to) {
      begin();
      if (to instanceof Transform && raw.length <= ONE_WRITE_BYTES) {
        to.once("end", () => {
          sha256 = hashOf("sha256", raw, "hex");
        });
        return inOneWrite(to, raw);
      }
      const hash = createHash("sha256");
      to.once("end", () => {
        sha256 = hash.digest("hex");
      });
      Readable.from(piecesOf(raw, (piece) => hash.update(piece))).pipe(to);
    },
    sha256: () => sha256
  };
}
function* piecesOf(raw, onPiece) {
  for (let at = 0; at < raw.length; at += ONE_WRITE_BYTES) {
    const piece = raw.subarray(at, at + ONE_WRITE_BYTES);
    onPiece(piece);
    yield piece;
  }
}
function inOneWrite(to, raw) {
  to.pause();
  to.end(raw);
  to.read();
  to.resume();
}
export {
  wholeMessage
};
//# sourceMappingURL=wholeMessage.js.map
