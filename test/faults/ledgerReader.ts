import { readSettings } from '../../src/config.ts';
import { kindOf, REPORTED_TYPES, type ReportedEvent } from '../../src/dispatcher/kinds.ts';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';

/** A log, read beside the service that writes it. */
export interface LedgerReader {
  events(): Promise<readonly RecordedEvent[]>;
  /** Events of one type; a second call reads only what came since. */
  count(type: string): Promise<number>;
  /** Recipients without an outcome, events without a webhook that was answered or given up. */
  open(): Promise<{ readonly messages: number; readonly webhooks: number }>;
  isReported(event: RecordedEvent): boolean;
  /** Addresses of an acceptance that mail goes to over SMTP. */
  liveDeliveries(accepted: unknown): string[];
  close(): Promise<void>;
}

const OUTCOMES = ['Submitted', 'Delivered', 'Bounced', 'Rejected', 'RenderingFailed'];

/** `env` names the engines, where the log is not the embedded one of the folder. */
export async function ledgerReader(
  data: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LedgerReader> {
  const ports = await openLedgerPorts(readSettings({ ...env, POSTLEDGER_DATA: data }), 'error');
  const isReported = (event: RecordedEvent) =>
    (REPORTED_TYPES as readonly string[]).includes(event.type) && kindOf(event as ReportedEvent) !== null;
  const all: RecordedEvent[] = [];
  let after = BEGINNING;
  const events = async () => {
    // The log only grows: each look reads on where the last one ended.
    for (;;) {
      const batch = await ports.store.readAll({ after, limit: 10_000 });
      all.push(...batch.events);
      after = batch.position;
      if (batch.caughtUp) return all;
    }
  };
  const counted = new Map<string, { after: Position; count: number }>();
  const count = async (type: string) => {
    const so = counted.get(type) ?? { after: BEGINNING, count: 0 };
    for (;;) {
      const batch = await ports.store.readAll({ after: so.after, limit: 10_000, types: [type] });
      so.count += batch.events.length;
      so.after = batch.position;
      counted.set(type, so);
      if (batch.caughtUp) return so.count;
    }
  };
  return {
    events,
    count,
    isReported,
    async open() {
      await events();
      const pending = new Set<string>();
      const posted = new Set<string>();
      let reported = 0;
      for (const event of all) {
        const { type, data: payload } = event;
        if (type === 'EmailAccepted')
          for (const { deliveryId } of (payload as EmailAccepted).recipients) pending.add(deliveryId);
        if (OUTCOMES.includes(type)) pending.delete((payload as { deliveryId: string }).deliveryId);
        if (isReported(event)) reported++;
        if (type === 'WebhookDelivered' || type === 'WebhookDeliveryDied') posted.add(event.stream);
      }
      return { messages: pending.size, webhooks: reported - posted.size };
    },
    liveDeliveries: (accepted) =>
      (accepted as EmailAccepted).recipients.filter(({ sandbox }) => !sandbox).map(({ address }) => address),
    close: () => ports.close(),
  };
}
