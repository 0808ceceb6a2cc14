// src/adapters/mime/canonical.ts
import { createHash } from "node:crypto";
var CR = 13;
var LF = 10;
var SPACE = 32;
var TAB = 9;
function fieldsIn(raw) {
  const end = raw.indexOf("\r\n\r\n");
  if (end < 0) throw new Error("the message has no end of its header");
  const lines = raw.toString("latin1", 0, end).split(/\r\n(?![ \t])/);
  const fields = lines.map((line) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, colon), value: line.slice(colon + 1) };
  });
  return { fields, bodyAt: end + 4 };
}
function relaxedField({ name, value }) {
  const text = value.replace(/\r\n/g, "").replace(/[ \t]+/g, " ").trim();
  return `${name.trim().toLowerCase()}:${text}`;
}
function relaxedBodyHash(body) {
  const out = Buffer.allocUnsafe(body.length + 2);
  let at = 0;
  let gap = false;
  let end = 0;
  for (let from = 0; from < body.length; from++) {
    const byte = body[from] ?? 0;
    if (byte === SPACE || byte === TAB) {
      gap = true;
    } else if (byte === CR && body[from + 1] === LF) {
      gap = false;
      out[at++] = CR;
      out[at++] = LF;
      from++;
    } else {
      if (gap) out[at++] = SPACE;
      gap = false;
      out[at++] = byte;
      end = at;
    }
  }
  if (end > 0) {
    out[end] = CR;
    out[end + 1] = LF;
    end += 2;
  }
  return createHash("sha256").update(out.subarray(0, end)).digest("base64");
}
export {
  fieldsIn,
  relaxedBodyHash,
  relaxedField
};
//# sourceMappingURL=canonical.js.map
