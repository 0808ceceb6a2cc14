import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { eventually } from '../e2e/eventually.ts';
import type { LedgerReader } from './ledgerReader.ts';

/** What the log says is still to be done. */
export interface OpenEnds {
  /** Recipients of whom nothing is said behind their acceptance. */
  readonly untouched: number;
  /** Times of claims on recipients of whom nothing is said behind the claim, in milliseconds since 1970. */
  readonly claimedAtMs: readonly number[];
  /** Recipients whose transaction broke off and is to be repeated later. */
  readonly delayed: number;
  /** Reported events without a webhook. */
  readonly unscheduled: number;
  /** Webhooks not yet attempted. */
  readonly unposted: number;
  /** Webhooks whose last attempt failed and is to be repeated later. */
  readonly putOff: number;
}

async function openEnds(ledger: LedgerReader, acceptedBeforeMs: number): Promise<OpenEnds> {
  const last = new Map<string, RecordedEvent>();
  let reported = 0;
  for (const event of await ledger.events()) {
    if (ledger.isReported(event)) reported++;
    if (event.type === 'EmailAccepted')
      for (const { deliveryId } of (event.data as EmailAccepted).recipients) last.set(deliveryId, event);
    else if (event.stream.startsWith('email-'))
      last.set((event.data as { deliveryId: string }).deliveryId, event);
    else if (event.stream.startsWith('webhookdelivery-')) last.set(event.stream, event);
  }
  const ends = [...last.values()];
  const ending = (type: string) => ends.filter((event) => event.type === type);
  const webhooks = ends.filter(({ stream }) => stream.startsWith('webhookdelivery-')).length;
  return {
    untouched: ending('EmailAccepted').filter(({ metadata }) => Date.parse(metadata.at) < acceptedBeforeMs)
      .length,
    claimedAtMs: ending('SubmissionAttempted').map(({ metadata }) => Date.parse(metadata.at)),
    delayed: ending('DeliveryDelayed').length,
    unscheduled: reported - webhooks,
    unposted: ending('WebhookDeliveryScheduled').length,
    putOff: ending('WebhookAttemptFailed').length,
  };
}

/**
 * Waits until the log is as it is to be; says what is still open when it does not come to that.
 * `acceptedBeforeMs`: recipients accepted later, in milliseconds since 1970, do not count as untouched.
 */
export async function settled(
  ledger: LedgerReader,
  isSettled: (open: OpenEnds) => boolean,
  acceptedBeforeMs = Number.POSITIVE_INFINITY,
): Promise<OpenEnds> {
  let open = await openEnds(ledger, acceptedBeforeMs);
  await eventually(
    'the log comes to its ends',
    async () => {
      open = await openEnds(ledger, acceptedBeforeMs);
      return isSettled(open);
    },
    120_000,
  ).catch((error) => {
    throw new Error(`still open: ${JSON.stringify(open)}`, { cause: error });
  });
  return open;
}
