// src/adapters/intake/parserThread.ts
import { within } from "../../ports/clock.js";
import { turnQueue } from "../../queues/turnQueue.js";
var LOAD_TIMEOUT_MS = 15e3;
var ENOUGH_BYTES = 262144;
function parserThread(dependencies) {
  const { atOnce = 1 } = dependencies;
  const thread = restartedThread(dependencies);
  const waiting = turnQueue();
  let isBusy = false;
  const readAll = async (some) => {
    const read = await thread.read(some.map(({ mail }) => mail));
    if (typeof read !== "string") for (const [at, one] of read.entries()) some[at]?.resolve(one);
    else if (some.length === 1) some[0]?.resolve(read);
    else for (const one of some) await readAll([one]);
  };
  const next = () => {
    const some = [];
    for (let bytes = 0; some.length < atOnce && bytes < ENOUGH_BYTES; ) {
      const one = waiting.next()?.item;
      if (one === void 0) break;
      bytes += one.mail.raw.length;
      some.push(one);
    }
    return some;
  };
  const serve = async () => {
    if (isBusy) return;
    isBusy = true;
    for (let some = next(); some.length > 0; some = next())
      await readAll(some).catch((error) => {
        for (const { reject } of some) reject(error);
      });
    isBusy = false;
  };
  return {
    /** Loads the parser now, so that the first mail does not wait for it. */
    start: thread.start,
    /** `owner`: whose turn it is. */
    read: (mail, owner) => new Promise((resolve, reject) => {
      waiting.add(owner, { mail, resolve, reject });
      void serve();
    }),
    close: thread.close
  };
}
function restartedThread({
  clock,
  log,
  start,
  timeoutMs
}) {
  let thread = null;
  let isClosed = false;
  const started = () => {
    const worker = start();
    const loaded = answerOf(worker);
    const one = { worker, loaded, isLoaded: false };
    loaded.then(
      () => {
        one.isLoaded = true;
      },
      // The next mail gets the error of loading.
      () => {
      }
    );
    worker.on("error", () => {
    });
    worker.on("exit", () => {
      if (thread === one && one.isLoaded) thread = null;
    });
    return one;
  };
  return {
    start() {
      thread ??= started();
    },
    async read(mails) {
      if (isClosed) return "late";
      const bytes = mails.reduce((sum, { raw }) => sum + raw.length, 0);
      let unread = "late";
      thread ??= started();
      const one = thread;
      const { worker, loaded } = one;
      try {
        const isLoaded = one.isLoaded || await within(clock, LOAD_TIMEOUT_MS, loaded) !== void 0;
        const read = isLoaded && await within(clock, timeoutMs(bytes), answerOf(worker, mails));
        if (read) return read;
        log.warn({ bytes }, "a mail could not be parsed in time");
      } catch (error) {
        unread = one.isLoaded && !isClosed ? "ended" : "late";
        log.warn({ bytes, err: error }, "a mail ended the thread that parsed it");
      }
      thread = isClosed ? null : started();
      await worker.terminate();
      return unread;
    },
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
      thread = null;
    }
  };
}
function answerOf(thread, mails) {
  return new Promise((resolve, reject) => {
    const settle = () => thread.off("message", onMessage).off("error", onError).off("exit", onExit);
    const onMessage = (answer) => {
      settle();
      resolve(answer);
    };
    const onError = (error) => {
      settle();
      reject(error);
    };
    const onExit = (code) => {
      settle();
      reject(new Error(`the thread ended with code ${code}`));
    };
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    if (mails !== void 0) thread.postMessage(mails);
  });
}
export {
  parserThread
};
//# sourceMappingURL=parserThread.js.map
