// src/api/streamedAnswer.ts
import { Readable } from "node:stream";
import { byteShares } from "../queues/byteShares.js";
import { slices } from "../queues/slices.js";
import { turns } from "../queues/turns.js";
import { unavailable } from "./errors.js";
import { jsonText } from "./jsonText.js";
var LISTS = { each: 8, all: 64 };
var MAX_WAIT_MS = 5e3;
var MAX_BYTES = 67108864;
var WHOLE_BYTES = 65536;
var ROOM_CHECK_MS = 100;
var MAX_ROOM_WAIT_MS = 6e4;
function answerLimits(clock) {
  const shares = byteShares({ maxBytes: MAX_BYTES, maxHoldBytes: 1, smallBytes: MAX_BYTES });
  return {
    clock,
    lists: turns({ clock, ...LISTS, maxWaitMs: MAX_WAIT_MS }),
    inUse: shares.inUse,
    /** Resolves with what gives the bytes back, once there is room for them. @throws when there is none for a minute */
    async room(workspace, bytes) {
      const hold = shares.hold();
      const counted = Math.min(bytes, MAX_BYTES / 4);
      const untilMs = clock.monotonicMs() + MAX_ROOM_WAIT_MS;
      while (!hold.take(workspace, counted)) {
        if (clock.monotonicMs() >= untilMs) throw unavailable("Too many answers are being read at present.");
        await clock.sleep(ROOM_CHECK_MS);
      }
      return hold.release;
    }
  };
}
async function streamedAnswer(reply, head, name, pages, tail = () => ({})) {
  const { answers } = reply.server;
  const { caller, endTurn } = reply.request;
  const { workspace } = caller;
  endTurn();
  const end = await answers.lists.wait(workspace);
  if (end === null) throw unavailable("Too many lists are being read at present; try again.");
  if (reply.raw.closed) end();
  else reply.raw.once("close", end);
  reply.type("application/json; charset=utf-8");
  const texts = textsOf(head, name, pages, tail);
  const whole = [];
  for (let bytes = 0; bytes <= WHOLE_BYTES; bytes += whole.at(-1)?.length ?? 0) {
    const next = await texts.next();
    if (next.done) return whole.join("");
    whole.push(next.value);
  }
  const stream = Readable.from(withinLimits(answers, workspace, whole, texts), { objectMode: false });
  return stream;
}
async function* withinLimits(answers, workspace, begun, rest) {
  let release = () => {
  };
  const giveWay = slices(answers.clock);
  try {
    yield begun.join("");
    for (let isDone = false; !isDone; ) {
      let text = "";
      while (!isDone && text.length < WHOLE_BYTES) {
        const next = await rest.next();
        isDone = next.done === true;
        if (!next.done) text += next.value;
        await giveWay();
      }
      release();
      release = await answers.room(workspace, text.length);
      yield text;
    }
  } finally {
    release();
    await rest.return(void 0);
  }
}
async function* textsOf(head, name, pages, tail) {
  const opening = jsonText({ ...head, [name]: [] }).slice(0, -"[]}".length);
  let separator = `${opening}[`;
  for await (const page of pages)
    for (const item of page) {
      yield separator + jsonText(item);
      separator = ",";
    }
  const closing = jsonText(tail()).slice(1);
  const start = separator === "," ? "" : separator;
  yield `${start}]${closing === "}" ? "" : ","}${closing}`;
}
export {
  answerLimits,
  streamedAnswer
};
//# sourceMappingURL=streamedAnswer.js.map
