// test/house/runner/fileProgram.ts
import { pathToFileURL } from "node:url";
var CLOSED_WITHIN_MS = 100;
var LOOK_EVERY_MS = 5;
async function runFile({ program, isAlone }) {
  Reflect.set(globalThis, "UVU_QUEUE", [[null]]);
  process.exitCode = 0;
  const before = stateOf();
  try {
    await import(pathToFileURL(program).href);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    process.disconnect();
    return;
  }
  await exec();
  const isUnchanged = () => stateOf() === before;
  for (let leftMs = CLOSED_WITHIN_MS; leftMs > 0 && !isAlone && !isUnchanged(); leftMs -= LOOK_EVERY_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  if (isAlone || !isUnchanged()) process.disconnect();
  else process.stdout.write(`FILE ENDED with exit code ${process.exitCode}
`);
}
function stateOf() {
  const listeners = process.eventNames().map((event) => [event, process.listenerCount(event)]);
  return JSON.stringify([process.env, listeners, process.getActiveResourcesInfo().sort()]);
}
Reflect.set(globalThis, "UVU_DEFER", true);
var { exec } = await import("./namedSuite.js");
for (const stream of [process.stdout, process.stderr]) stream.write("");
process.on("message", (order) => void runFile(order));
//# sourceMappingURL=fileProgram.js.map
