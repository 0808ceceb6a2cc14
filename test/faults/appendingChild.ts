import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { quietLog } from '../support/quietLog.ts';
import { appendedEvents } from './appendedEvents.ts';

// A process that appends to the log in argv[2], with argv[3] callers at a time, argv[4] appends each, until it is
// killed or done. It says each acknowledged stream on standard output, by one write call a line, unbuffered.
const [folder = '', callers = '1', appends = '1'] = process.argv.slice(2);
const say = (line: string): void => {
  try {
    writeSync(1, `${line}\n`);
  } catch (error) {
    // The pipe is full while the test is busy.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    say(line);
  }
};

const store = await embeddedEventStore(folder, { log: quietLog });
say('ready');
let longestMs = 0;
const call = async () => {
  for (let n = 0; n < Number(appends); n++) {
    const stream = `crash-${randomUUID()}`;
    try {
      const startedAtMs = performance.now();
      await store.append(stream, 'no-stream', appendedEvents(stream));
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
