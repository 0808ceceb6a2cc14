import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer, RouteFault } from '../../ports/mailer.ts';
import { makeFolder } from '../node/durableFiles.ts';
import { writeDurably } from './durableFile.ts';

/**
 * Mail as files in a folder, `DELIVERY_ID.eml` each: to be looked at, or fetched by another program. A message sent
 * twice is the same file. Written is `submitted`, never `delivered`: nobody has received it. A folder that can't be
 * written is no message's fault.
 */
export function fileMailer(folder: string): Mailer {
  return {
    route: 'outbox',
    async probe() {
      try {
        await makeFolder(folder);
        // The dot asks whether it is a folder.
        await access(`${folder}/.`, constants.W_OK);
        return null;
      } catch (error) {
        return unwritten(error);
      }
    },
    restOf: () => null,
    async send({ deliveryId, raw }) {
      const name = `${deliveryId}.eml`;
      try {
        await writeDurably(join(folder, name), raw);
        return { outcome: 'submitted', response: `written to ${name}` };
      } catch (error) {
        return unwritten(error);
      }
    },
    async close() {},
  };
}

function unwritten(error: unknown): RouteFault {
  const diagnostic = `the outbox cannot be written: ${(error as NodeJS.ErrnoException).code}`;
  return { outcome: 'unsent', fault: 'route', trouble: 'storage', diagnostic };
}
