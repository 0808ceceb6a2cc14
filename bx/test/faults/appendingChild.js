// test/faults/appendingChild.ts
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { quietLog } from "../support/quietLog.js";
import { appendedEvents } from "./appendedEvents.js";
var [folder = "", callers = "1", appends = "1"] = process.argv.slice(2);
var say = (line) => {
  try {
    writeSync(1, `${line}
`);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
    say(line);
  }
};
var store = await embeddedEventStore(folder, { log: quietLog });
say("ready");
var longestMs = 0;
var call = async () => {
  for (let n = 0; n < Number(appends); n++) {
    const stream = `crash-${randomUUID()}`;
    try {
      const startedAtMs = performance.now();
      await store.append(stream, "no-stream", appendedEvents(stream));
      longestMs = Math.max(longestMs, performance.now() - startedAtMs);
      say(`ack ${stream}`);
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      say(`refused ${stream}`);
    }
  }
};
await Promise.all(Array.from({ length: Number(callers) }, call));
await store.close();
say(`longest ${longestMs.toFixed(0)}`);
//# sourceMappingURL=appendingChild.js.map
