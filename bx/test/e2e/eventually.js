// test/e2e/eventually.ts
import { setTimeout as sleep } from "node:timers/promises";
async function eventually(what, isSo, timeoutMs = 12e4) {
  const endsAtMs = Date.now() + timeoutMs;
  while (!await isSo()) {
    if (Date.now() > endsAtMs) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await sleep(100);
  }
}
export {
  eventually
};
//# sourceMappingURL=eventually.js.map
