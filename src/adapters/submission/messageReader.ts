import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { MessageReader, ReadMessage } from '../../ports/messageReader.ts';
import { parserThread } from '../intake/parserThread.ts';
import { startThread } from '../node/startThread.ts';

/** How long the thread may take for a message: normal ones take milliseconds, and a hundred for each 10 MB. */
const timeoutMs = (bytes: number) => 2_000 + bytes / 10_000;
/** Limits of the header keep the parser's objects far below it; contents are outside of V8's heap. */
const MAX_HEAP_MB = 512;

/** A thread that decodes messages one at a time. */
export function threadMessageReader({ clock, log }: { clock: Clock; log: Log }): MessageReader {
  const start = () =>
    startThread(import.meta.url, 'messageThread', {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
  const thread = parserThread<ReadMessage | null>({ clock, log, start, timeoutMs });
  return {
    async read(raw, owner) {
      const read = await thread.read(raw, owner);
      return read === null || read === 'ended' ? 'unreadable' : read;
    },
    start: thread.start,
    close: thread.close,
  };
}
