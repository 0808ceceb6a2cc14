// src/adapters/eventstoredb/read.ts
import { BEGINNING } from "../../events/event.js";
import { EventStoreUnavailable } from "../../ports/eventStore.js";
import { untilAnswered } from "./attempts.js";
import { faultKind } from "./fault.js";
import { readRecords } from "./readCall.js";
import { endRequest, streamRequest } from "./readRequest.js";
import { isSystemEvent } from "./records.js";
var LOOK_BACK = [16, 4096, Number.MAX_SAFE_INTEGER];
async function readStream(dependencies, stream, { fromRevision = 0, limit = Number.MAX_SAFE_INTEGER } = {}) {
  if (limit <= 0) return [];
  const request = streamRequest(stream, fromRevision, limit);
  const attempt = async (session, timeoutMs) => {
    const events = [];
    await readRecords(session, request, timeoutMs, (record) => {
      const event = record.event();
      if (event !== null) events.push(event);
      return true;
    });
    return events;
  };
  try {
    return await untilAnswered(dependencies, "readStream", attempt);
  } catch (error) {
    if (faultKind(error) === "deleted") return [];
    throw error;
  }
}
var FIRST_LOOK_MS = 5;
var LONGEST_LOOK_MS = 100;
async function readable(dependencies, stream, revision, startedAtMs) {
  const { clock, deadlines } = dependencies;
  const request = streamRequest(stream, revision, 1);
  const attempt = async (session, timeoutMs) => {
    let isThere = false;
    await readRecords(session, request, timeoutMs, () => {
      isThere = true;
      return false;
    });
    return isThere;
  };
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS)) {
    const isThere = await untilAnswered(dependencies, "conflict", attempt, startedAtMs).catch((error) => {
      if (faultKind(error) === "deleted") return true;
      throw error;
    });
    if (isThere) return;
    if (clock.monotonicMs() + waitMs >= startedAtMs + deadlines.callMs)
      throw new EventStoreUnavailable(`what a conflict on ${stream} refers to is not replicated yet`);
    await clock.sleep(waitMs);
  }
}
function head(dependencies) {
  return lastPosition(dependencies, "head", LOOK_BACK, (type) => !isSystemEvent(type));
}
function end(dependencies) {
  return lastPosition(dependencies, "end", [1], () => true);
}
function lastPosition(dependencies, call, counts, isWanted) {
  return untilAnswered(dependencies, call, async (session, timeoutMs) => {
    for (const maxCount of counts) {
      let seen = 0;
      let found = null;
      await readRecords(session, endRequest(maxCount), timeoutMs, ({ type, position }) => {
        seen += 1;
        if (isWanted(type)) found = position;
        return found === null;
      });
      if (found !== null) return found;
      if (seen < maxCount) break;
    }
    return BEGINNING;
  });
}
export {
  end,
  head,
  readStream,
  readable
};
//# sourceMappingURL=read.js.map
