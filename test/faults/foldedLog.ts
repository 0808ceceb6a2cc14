import { uuidOf } from '../../bench/benchFolder.ts';
import { positionAt } from '../../src/adapters/position.ts';
import type { EmailEvent } from '../../src/events/email.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { plainEmail, recipient } from '../sender/senderBench.ts';
import { type MemoryEventStore, memoryEventStore } from '../support/memoryEventStore.ts';

const WORKSPACE = uuidOf(1, 0);
const AT = '2026-01-01T00:00:00.000Z';

/** The same log in every process: emails with their outcomes, contacts saved twice, suppressions. */
export function foldedLog(orders: number): MemoryEventStore {
  const store = memoryEventStore();
  const put = (stream: string, revision: number, { type, data }: { type: string; data: unknown }) => {
    const n = store.log.length + 1;
    const metadata = {
      v: 1,
      workspace: WORKSPACE,
      actor: 'test',
      correlation: WORKSPACE,
      causation: null,
      at: AT,
    };
    const place = { stream, revision, position: positionAt(n) };
    store.log.push({ id: uuidOf(2, n), type, data, metadata, ...place } satisfies RecordedEvent);
  };
  for (let n = 0; n < orders; n++) {
    const address = `person${n}@receiver.test`;
    const { deliveryId } = recipient(n, address);
    const of = { deliveryId, suppressionId: deliveryId, recipient: address, sandbox: false };
    const history: EmailEvent[] = [
      { type: 'EmailAccepted', data: { ...plainEmail, to: [address], recipients: [recipient(n, address)] } },
      { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } },
      { type: 'Submitted', data: { ...of, response: null } },
    ];
    for (const [revision, event] of history.entries()) put(`email-${uuidOf(3, n)}`, revision, event);
    const contact = { email: address, firstName: `N${n}` };
    put(`contact-${uuidOf(4, n >> 1)}`, n & 1, { type: 'ContactSaved', data: contact });
    if (n % 7 === 0)
      put(`suppression-${uuidOf(5, n)}`, 0, { type: 'SuppressionAdded', data: { address, reason: 'test' } });
  }
  return store;
}
