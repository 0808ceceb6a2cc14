import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { deliveryLocalPart } from '../src/commands/email/deliveryToken.ts';
import { saveContact } from '../src/commands/email/saveContact.ts';
import { workspaceNamed } from '../src/commands/workspace/openWorkspace.ts';
import { readSettings } from '../src/config.ts';
import { openPorts } from '../src/main/ports.ts';
import type { Ports } from '../src/ports/ports.ts';
import { openReadModels, projectionsFor } from '../src/projections/readModels.ts';
import { dsn } from '../test/intake/mails.ts';
import { type Caller, posted, type Workspaces } from './neighbourCalls.ts';

/** As many as an audience may have. */
const CONTACTS = 100_000;
const IN_FLIGHT = 512;
/** Mails of the healthy customer that can bounce. */
const MAILS = 150;

interface NeighbourData {
  /** Contacts of the customer who cares for no other. */
  readonly contactIds: readonly string[];
  /** Brings a bounce of one more mail of the healthy customer; resolves with how long it took until it was recorded. */
  bringBounce(): Promise<number>;
}

/** Does the work of a bench with data that calls would take minutes to make. */
export async function withData(
  { good, data, intakePort }: Workspaces,
  work: (made: NeighbourData) => Promise<void>,
): Promise<void> {
  const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
  const transport = createTransport({ host: '127.0.0.1', port: intakePort, ignoreTLS: true });
  try {
    const contactIds = await manyContacts(ports);
    const emailIds = await mailsOf(good, join(data, 'outbox'));
    const brought = async () => {
      const emailId = emailIds.pop();
      if (emailId === undefined) throw new Error('no mail is left that could bounce');
      const to = `${deliveryLocalPart(ports.tokens, { emailId, recipient: 0 })}@receiver.test`;
      const startedAt = performance.now();
      const raw = dsn({ messageId: `${emailId}@mx.test`, recipient: 'b@receiver.test' });
      await transport.sendMail({ envelope: { from: '', to: [to] }, raw });
      return performance.now() - startedAt;
    };
    await work({ contactIds, bringBounce: brought });
  } finally {
    transport.close();
    await ports.close();
  }
}

/** Resolves once the service has folded them. */
async function manyContacts({ store, clock, ids, documents }: Ports): Promise<readonly string[]> {
  const workspace = (await workspaceNamed(store, 'default'))?.id ?? '';
  const origin = { workspace, actor: 'operator', correlation: ids.uuid(), causation: null };
  const contactIds: string[] = new Array(CONTACTS).fill('');
  let next = 0;
  const writer = async () => {
    while (next < CONTACTS) {
      const n = next++;
      const fields = { email: `person${n}@receiver.test` };
      contactIds[n] = (await saveContact({ store, clock, ids }, origin, fields)).contactId;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  const { contacts } = await openReadModels(documents, projectionsFor(1));
  const last = contactIds.slice(-2 * IN_FLIGHT);
  while ((await contacts.getMany(last)).size < last.length) await sleep(100);
  return contactIds;
}

/** Mails that were handed over. */
async function mailsOf(customer: Caller, outbox: string): Promise<string[]> {
  const emailIds: string[] = [];
  const mail = { from: 'a@sender.test', to: 'b@receiver.test', subject: 's', text: 'Hello' };
  for (let n = 0; n < MAILS; n++)
    emailIds.push((await posted(customer, '/v1/emails', Buffer.from(JSON.stringify(mail)))).id);
  while (readdirSync(outbox).length < MAILS) await sleep(100);
  return emailIds;
}
