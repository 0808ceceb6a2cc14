import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer, RouteFault } from '../../ports/mailer.ts';
import { makeFolder, removeLeftovers, writeDurably } from '../node/durableFiles.ts';
import { sha256Of } from '../node/sha256.ts';

/**
 * Mail as files in a folder, `DELIVERY_ID.eml` each, for people to look at or another program to fetch. A message
 * that is sent twice is the same file. A written message is `submitted`, never `delivered`: no one has received it. A
 * folder that cannot be written is a fault of the route, not of the message.
 */
export function fileMailer(folder: string): Mailer {
  removeLeftovers(folder);
  return {
    route: 'outbox',
    async probe() {
      try {
        await makeFolder(folder);
        // The dot makes sure that it is a folder.
        await access(`${folder}/.`, constants.W_OK);
        return null;
      } catch (error) {
        return unwritable(error);
      }
    },
    restOf: () => null,
    async send({ deliveryId, raw }) {
      const name = `${deliveryId}.eml`;
      try {
        await writeDurably(join(folder, name), raw);
        const handedOver = { sha256: await sha256Of(raw) };
        return { outcome: 'submitted', response: `written to ${name}`, handedOver };
      } catch (error) {
        return unwritable(error);
      }
    },
    async close() {},
  };
}

function unwritable(error: unknown): RouteFault {
  const diagnostic = `the outbox cannot be written: ${(error as NodeJS.ErrnoException).code}`;
  return { outcome: 'unsent', fault: 'route', trouble: 'storage', diagnostic };
}
