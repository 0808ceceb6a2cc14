import { createHash } from 'node:crypto';
import type { NewEvent } from '../src/events/event.ts';
import type { EventStore } from '../src/ports/eventStore.ts';

const IN_FLIGHT = 512;
const WORKSPACE = '00000000-0000-5000-8000-000000000001';

/** The id of a message by its number. */
export const messageIdOf = (message: number): string => idOf(message, 0);

export const METADATA = {
  v: 1,
  workspace: WORKSPACE,
  actor: 'bench',
  correlation: WORKSPACE,
  causation: null,
  at: '2026-01-01T00:00:00.000Z',
};

/** A uuid of a message, the same in each run: without any order, as the ids in real logs are. */
function idOf(message: number, part: number): string {
  const hex = createHash('sha256').update(`${message}/${part}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Messages as the sandbox would leave them: accepted, submitted, delivered. `metadataOf`: of each message's events, by its
 * number. Resolves with the number of events.
 */
export async function appendMessages(
  store: EventStore,
  messages: number,
  metadataOf: (message: number) => typeof METADATA = () => METADATA,
  inFlight = IN_FLIGHT,
): Promise<number> {
  let next = 0;
  const writer = async () => {
    while (next < messages) {
      const message = next++;
      const deliveryId = idOf(message, 9);
      const metadata = metadataOf(message);
      const outcome = {
        deliveryId,
        suppressionId: deliveryId,
        recipient: 'person@example.com',
        sandbox: true,
        response: null,
      };
      const events: NewEvent[] = [
        { id: idOf(message, 1), type: 'EmailAccepted', data: accepted(deliveryId), metadata },
        { id: idOf(message, 2), type: 'Submitted', data: outcome, metadata },
        { id: idOf(message, 3), type: 'Delivered', data: outcome, metadata },
      ];
      await store.append(`email-${messageIdOf(message)}`, 'no-stream', events);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
  return messages * 3;
}

function accepted(deliveryId: string): object {
  return {
    from: 'Shop <shop@sender.test>',
    to: ['person@example.com'],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Your order is on its way',
    html: null,
    text: { inline: 'It left our house this morning. '.repeat(30) },
    template: null,
    headers: {},
    attachments: [],
    tags: ['order'],
    scheduledFor: null,
    batchId: null,
    messageStream: 'transactional',
    trackOpens: true,
    trackClicks: true,
    recipients: [
      { deliveryId, suppressionId: deliveryId, address: 'person@example.com', kind: 'to', sandbox: true },
    ],
    suppressedRecipients: [],
    credits: 1,
    batch: null,
    campaign: null,
  };
}
