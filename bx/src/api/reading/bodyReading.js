// src/api/reading/bodyReading.ts
import { SMALL_BYTES } from "../../queues/byteShares.js";
import { turnQueue } from "../../queues/turnQueue.js";
import { readBody } from "../bodies.js";
import { unavailable } from "../errors.js";
import { readBytes } from "./reader.js";
import { readingThread } from "./readingThread.js";
var IDLE_MS = 1e4;
function bodyReading({
  clock,
  smallBytes = SMALL_BYTES,
  startThread = readingThread
}) {
  const waiting = turnQueue();
  let thread = null;
  let isBusy = false;
  let busyAgain = new AbortController();
  const endThread = async () => {
    const ended = thread;
    thread = null;
    await ended?.end();
  };
  const idle = async (signal) => {
    await clock.sleep(IDLE_MS, signal);
    if (!signal.aborted) await endThread();
  };
  const serve = async () => {
    if (isBusy) return;
    isBusy = true;
    busyAgain.abort();
    for (let next = waiting.next(); next !== null; next = waiting.next()) {
      const { job, resolve, reject } = next.item;
      try {
        if (thread === null || thread.dead) thread = startThread();
        resolve(await thread.read(job));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
    isBusy = false;
    busyAgain = new AbortController();
    void idle(busyAgain.signal);
  };
  const inThread = ({ parts }, name, { hold, workspace }) => new Promise((resolve, reject) => {
    const one = { job: { reader: name, parts }, resolve, reject };
    waiting.add(workspace, one);
    hold.onRelease(() => waiting.remove(workspace, one) && reject(unavailable()));
    void serve();
  });
  return {
    async read(request, how) {
      const body = await readBody(request, how);
      const wait = how.turn(body.length);
      if (wait !== null) await wait;
      if (how.name !== void 0 && body.length > smallBytes) return inThread(body, how.name, how);
      const [first = Buffer.alloc(0)] = body.parts;
      return readBytes(how.reader, body.parts.length === 1 ? first : Buffer.concat(body.parts));
    },
    async close() {
      busyAgain.abort();
      for (const { reject } of waiting.takeAll()) reject(unavailable());
      await endThread();
    }
  };
}
export {
  bodyReading
};
//# sourceMappingURL=bodyReading.js.map
