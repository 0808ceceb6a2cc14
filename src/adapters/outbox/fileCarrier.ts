import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isPhoneNumber } from '../../events/fieldPatterns.ts';
import type { Carrier, IncomingSms, IntakeHandlers } from '../../ports/carrier.ts';
import { type Clock, untilTick } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { makeFolder, moveDurably, removeLeftovers, writeDurably } from '../node/durableFiles.ts';

const POLL_MS = 1_000;
const MAX_FILE_BYTES = 1_000_000;
/** A file that is no message may not be complete yet; after this time it is set aside. */
const INCOMPLETE_MS = 5_000;

/**
 * Text messages as files. Outbound messages are written to `sms-outbox/ID.json`. A file `{id, from, to, text}` that is
 * put into `sms-inbox/` as `*.json` is an inbound message: it is moved to `sms-inbox/done` when it was recorded, to
 * `sms-inbox/unknown` when its number belongs to no workspace, and to `sms-inbox/refused` when it is no message.
 */
export function fileCarrier(dataFolder: string, { clock, log }: { clock: Clock; log: Log }): Carrier {
  const outbox = join(dataFolder, 'sms-outbox');
  const inbox = join(dataFolder, 'sms-inbox');
  removeLeftovers(outbox);

  const receiveFile = async (name: string, handler: IntakeHandlers['message']) => {
    const path = join(inbox, name);
    const { size, mtimeMs } = await stat(path);
    const message = size > MAX_FILE_BYTES ? null : parsed(await readFile(path, 'utf8'));
    if (message === null) {
      if (clock.nowMs() - mtimeMs < INCOMPLETE_MS) return;
      log.warn({ file: name }, 'a file in the SMS inbox is not a message and was set aside');
      return moveDurably(path, join(inbox, 'refused'), name);
    }
    const outcome = await handler(message);
    await moveDurably(path, join(inbox, outcome === 'recorded' ? 'done' : 'unknown'), name);
  };

  return {
    receivesEverywhere: false,
    closedForMs: () => 0,
    async submit({ smsId, from, to, text }) {
      try {
        const content = JSON.stringify({ id: smsId, from, to, text }, null, 2);
        await writeDurably(join(outbox, `${smsId}.json`), `${content}\n`);
        return { outcome: 'sent', carrierId: smsId };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return { outcome: 'deferred', detail: `the SMS outbox cannot be written: ${code}` };
      }
    },
    async receive({ message }, signal) {
      await makeFolder(inbox);
      while (!signal.aborted) {
        for (const name of await messageFiles(inbox)) {
          if (signal.aborted) return;
          await receiveFile(name, message).catch((error) =>
            log.error({ file: name, err: error }, 'an inbound SMS could not be recorded, it is tried again'),
          );
        }
        await clock.sleep(untilTick(clock, POLL_MS), signal);
      }
    },
    async close() {},
  };
}

/** Names of the message files in the inbox, in order. */
async function messageFiles(inbox: string): Promise<string[]> {
  const entries = await readdir(inbox, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort();
}

function parsed(content: string): IncomingSms | null {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, from, to, text } = value as Record<string, unknown>;
  const complete =
    typeof id === 'string' && id !== '' && typeof text === 'string' && isNumber(from) && isNumber(to);
  return complete ? { carrierId: id, from, completedFrom: null, to, text, part: null } : null;
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && isPhoneNumber(value);
