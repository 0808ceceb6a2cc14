// src/adapters/outbox/fileCarrier.ts
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isPhoneNumber } from "../../events/fieldPatterns.js";
import { untilTick } from "../../ports/clock.js";
import { makeFolder, moveDurably, removeLeftovers, writeDurably } from "../node/durableFiles.js";
var POLL_MS = 1e3;
var MAX_FILE_BYTES = 1e6;
var INCOMPLETE_MS = 5e3;
function fileCarrier(dataFolder, { clock, log }) {
  const outbox = join(dataFolder, "sms-outbox");
  const inbox = join(dataFolder, "sms-inbox");
  removeLeftovers(outbox);
  const receiveFile = async (name, handler) => {
    const path = join(inbox, name);
    const { size, mtimeMs } = await stat(path);
    const message = size > MAX_FILE_BYTES ? null : parsed(await readFile(path, "utf8"));
    if (message === null) {
      if (clock.nowMs() - mtimeMs < INCOMPLETE_MS) return;
      log.warn({ file: name }, "a file in the SMS inbox is not a message and was set aside");
      return moveDurably(path, join(inbox, "refused"), name);
    }
    const outcome = await handler(message);
    await moveDurably(path, join(inbox, outcome === "recorded" ? "done" : "unknown"), name);
  };
  return {
    receivesEverywhere: false,
    closedForMs: () => 0,
    async submit({ smsId, from, to, text }) {
      try {
        const content = JSON.stringify({ id: smsId, from, to, text }, null, 2);
        await writeDurably(join(outbox, `${smsId}.json`), `${content}
`);
        return { outcome: "sent", carrierId: smsId };
      } catch (error) {
        const { code } = error;
        return { outcome: "deferred", detail: `the SMS outbox cannot be written: ${code}` };
      }
    },
    async receive({ message }, signal) {
      await makeFolder(inbox);
      while (!signal.aborted) {
        for (const name of await messageFiles(inbox)) {
          if (signal.aborted) return;
          await receiveFile(name, message).catch(
            (error) => log.error({ file: name, err: error }, "an inbound SMS could not be recorded, it is tried again")
          );
        }
        await clock.sleep(untilTick(clock, POLL_MS), signal);
      }
    },
    async close() {
    }
  };
}
async function messageFiles(inbox) {
  const entries = await readdir(inbox, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith(".json")).map(({ name }) => name).sort();
}
function parsed(content) {
  let value;
  try {
    value = JSON.parse(content);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { id, from, to, text } = value;
  const complete = typeof id === "string" && id !== "" && typeof text === "string" && isNumber(from) && isNumber(to);
  return complete ? { carrierId: id, from, to, text, part: null } : null;
}
var isNumber = (value) => typeof value === "string" && isPhoneNumber(value);
export {
  fileCarrier
};
//# sourceMappingURL=fileCarrier.js.map
