import { join } from 'node:path';
import type { Mailer } from '../../ports/mailer.ts';
import { writeDurably } from './durableFile.ts';

/**
 * Mail as files in a folder, `DELIVERY_ID.eml` each: to be looked at, or fetched by another program. A message sent
 * twice is the same file. Written is `submitted`, never `delivered`: nobody has received it.
 */
export function fileMailer(folder: string): Mailer {
  return {
    async send({ deliveryId, raw }) {
      const name = `${deliveryId}.eml`;
      try {
        await writeDurably(join(folder, name), raw);
        return { outcome: 'submitted', response: `written to ${name}` };
      } catch (error) {
        return {
          outcome: 'deferred',
          diagnostic: `the outbox cannot be written: ${(error as NodeJS.ErrnoException).code}`,
        };
      }
    },
    async close() {},
  };
}
