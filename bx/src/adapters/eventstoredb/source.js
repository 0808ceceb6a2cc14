// src/adapters/eventstoredb/source.ts
import { positionAt } from "../position.js";
import { openRead } from "./readCall.js";
import { recordIn } from "./records.js";
var MAX_AHEAD_EVENTS = 4096;
var MAX_AHEAD_BYTES = 8 * 1048576;
function openSource(session, request, requiresLeader, batchEvents, signal) {
  const changes = changeSignal(signal);
  const { notify } = changes;
  let caughtUp = false;
  let skippedTo = null;
  let matched = false;
  let fault = null;
  const skippedBy = skippedByCheckpoints();
  const failed = (error) => {
    fault ??= { error };
    notify();
  };
  let isWaking = false;
  const notifySoon = () => {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      notify();
    });
  };
  const call = openRead(session, request, requiresLeader, {
    answered(answer) {
      const record = recordIn(answer);
      const checkpoint = answer.getCheckpoint();
      if (record !== null) {
        ahead.add(record);
        matched = true;
        skippedTo = null;
      } else if (answer.hasCaughtUp()) caughtUp = true;
      else if (checkpoint !== void 0) {
        const position = skippedBy(checkpoint);
        const hasMatched = matched;
        matched = false;
        if (position === null || hasMatched || ahead.size() > 0) return;
        skippedTo = position;
      } else return;
      notifySoon();
    },
    ended: () => failed(new Error("the subscription was ended by the server")),
    failed
  });
  const ahead = readAhead(call);
  return {
    take() {
      changes.clear();
      const records = ahead.take(batchEvents);
      if (records.length === 0 && fault !== null) throw fault.error;
      const drained = ahead.size() === 0;
      return { records, drained, caughtUp: caughtUp && drained, skippedTo };
    },
    changed: changes.changed,
    close() {
      changes.close();
      call.cancel();
    }
  };
}
function skippedByCheckpoints() {
  let began = null;
  return (checkpoint) => {
    const commit = positionAt(BigInt(checkpoint.getCommitPosition()));
    const isEvent = checkpoint.getCommitPosition() === checkpoint.getPreparePosition();
    const position = isEvent ? commit : began;
    began = isEvent ? null : commit;
    return position;
  };
}
function readAhead(call) {
  let records = [];
  let bytes = 0;
  let isPaused = false;
  const isFull = () => records.length >= MAX_AHEAD_EVENTS || bytes >= MAX_AHEAD_BYTES;
  return {
    size: () => records.length,
    add(record) {
      records.push(record);
      bytes += record.bytes;
      if (isPaused || !isFull()) return;
      isPaused = true;
      call.pause();
    },
    take(limit) {
      const taken = records.slice(0, limit);
      records = records.slice(taken.length);
      for (const record of taken) bytes -= record.bytes;
      if (isPaused && !isFull()) {
        isPaused = false;
        call.resume();
      }
      return taken;
    }
  };
}
function changeSignal(signal) {
  let wake = null;
  let isNew = false;
  const notify = () => {
    isNew = true;
    wake?.();
  };
  signal.addEventListener("abort", notify, { once: true });
  return {
    notify,
    clear() {
      isNew = false;
    },
    async changed(idleMs) {
      if (isNew || signal.aborted) return true;
      let timer;
      await new Promise((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, idleMs);
      });
      wake = null;
      clearTimeout(timer);
      return isNew || signal.aborted;
    },
    close: () => signal.removeEventListener("abort", notify)
  };
}
export {
  openSource
};
//# sourceMappingURL=source.js.map
