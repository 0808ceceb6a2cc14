// src/cli/copy/copyEvents.ts
import { RevisionConflict } from "../../ports/eventStore.js";
import { CliError } from "../cli.js";
import { appendRuns } from "./appendRuns.js";
var MAX_TOGETHER = 100;
var MAX_CHARACTERS = 25e4;
async function copyEvents(store, pages, order, onEvents = () => {
}) {
  let copied = 0;
  for await (const page of pages) {
    await appendRuns(runsOf(page), (run) => appendRun(store, run), order);
    copied += page.length;
    onEvents(page.length);
  }
  return copied;
}
function runsOf(events) {
  const runs = [];
  let characters = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const size = JSON.stringify(event).length;
    const follows = last?.stream === event.stream && last.revision + 1 === event.revision;
    if (run && follows && run.length < MAX_TOGETHER && characters + size <= MAX_CHARACTERS) {
      run.push(event);
      characters += size;
    } else {
      runs.push([event]);
      characters = size;
    }
  }
  return runs;
}
async function appendRun(store, run) {
  const [first] = run;
  if (first === void 0) return;
  const { stream, revision } = first;
  try {
    await store.append(stream, revision === 0 ? "no-stream" : revision - 1, run.map(asNew));
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    const stored = await store.readStream(stream, { fromRevision: revision, limit: run.length });
    const same = stored.length > 0 && stored.every(({ id }, at) => id === run[at]?.id);
    if (!same)
      throw new CliError(`the target holds other events in ${stream}: it must be empty at the start.`);
    await appendRun(store, run.slice(stored.length));
  }
}
function asNew({ id, type, data, metadata }) {
  return { id, type, data, metadata };
}
export {
  copyEvents
};
//# sourceMappingURL=copyEvents.js.map
