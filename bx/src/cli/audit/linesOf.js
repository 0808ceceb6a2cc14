// src/cli/audit/linesOf.ts
import { createReadStream } from "node:fs";
var MAX_LINE_BYTES = 16 * 1048576;
var LINE_FEED = 10;
async function* linesOf(file) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1048576 })) {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = text.indexOf(LINE_FEED); to !== -1; to = text.indexOf(LINE_FEED, from)) {
      yield text.subarray(from, to);
      from = to + 1;
    }
    rest = text.subarray(from);
    if (rest.length > MAX_LINE_BYTES)
      throw new RangeError("it has a line of more than 16 MiB, and is no export");
  }
}
export {
  linesOf
};
//# sourceMappingURL=linesOf.js.map
