// src/cli/copy/logHash.ts
import { leafPages } from "../../audit/leafPages.js";
import { BEGINNING } from "../../events/event.js";
import { SEAL_STREAM } from "../../events/seal.js";
var HASH_BITS = 256;
var HEX_DIGITS = 64;
async function hashLog(store, onEvents = () => {
}) {
  let sum = 0n;
  let events = 0;
  for await (const leaves of leafPages(store, BEGINNING)) {
    const hashes = leaves.filter(({ stream }) => stream !== SEAL_STREAM).map(({ hash }) => BigInt(`0x${hash}`));
    sum = BigInt.asUintN(
      HASH_BITS,
      hashes.reduce((one, other) => one + other, sum)
    );
    events += hashes.length;
    onEvents(leaves.length);
  }
  return { sha256Sum: sum.toString(16).padStart(HEX_DIGITS, "0"), events };
}
export {
  hashLog
};
//# sourceMappingURL=logHash.js.map
