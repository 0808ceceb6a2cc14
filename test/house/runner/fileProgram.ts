import { pathToFileURL } from 'node:url';
import type { FileOrder } from './fileOrder.ts';

/** Sockets, servers, timers and children that are given back a moment after the tests. */
const CLOSED_WITHIN_MS = 100;
const LOOK_EVERY_MS = 5;

/**
 * Runs the tests of a file, and writes the line; then it waits for the next file. A process that is changed by its file ends
 * instead, as soon as nothing is left open: the next file gets a new one.
 */
async function runFile({ program, isAlone }: FileOrder): Promise<void> {
  Reflect.set(globalThis, 'UVU_QUEUE', [[null]]);
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
  else process.stdout.write(`FILE ENDED with exit code ${process.exitCode}\n`);
}

/** What the next file would meet: the environment, listeners of the process, and all that keeps it from ending. */
function stateOf(): string {
  const listeners = process.eventNames().map((event) => [event, process.listenerCount(event)]);
  return JSON.stringify([process.env, listeners, process.getActiveResourcesInfo().sort()]);
}

// uvu runs nothing by itself then.
Reflect.set(globalThis, 'UVU_DEFER', true);
const { exec } = await import('uvu');
// Both count as open from their first use on.
for (const stream of [process.stdout, process.stderr]) stream.write('');
process.on('message', (order: FileOrder) => void runFile(order));
