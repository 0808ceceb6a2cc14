import { streamId } from '../events/category.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { Projection } from '../runtime/projection.ts';

/** One time the sender spoke to the carrier. */
interface SmsAttempt {
  readonly attempt: number;
  readonly at: string;
  /** `attempted` until the carrier's answer was recorded. */
  readonly outcome: 'attempted' | 'sent' | 'delivered' | 'deferred' | 'failed';
  readonly detail: string | null;
}

export interface SmsDocument {
  readonly workspace: string;
  readonly direction: 'outbound' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly templateId: string | null;
  readonly status: 'queued' | 'sent' | 'delivered' | 'failed' | 'received';
  readonly segments: number;
  readonly credits: number;
  readonly createdAt: string;
  readonly attempts: readonly SmsAttempt[];
}

/** Keyed by message id. */
export const smsMessages: Projection<SmsDocument, RecordedSmsEvent> = {
  name: 'sms_messages',
  version: 1,
  types: ['SmsAccepted', 'SmsReceived', 'SmsSubmissionAttempted', 'SmsSent', 'SmsDelivered', 'SmsFailed'],
  indexes: {
    byCreation: ['workspace', 'createdAt'],
    byDirection: ['workspace', 'direction', 'createdAt'],
  },
  key: ({ stream }) => streamId(stream),
  fold: (document, event) => {
    const { type, data, metadata } = event;
    const { workspace, at } = metadata;
    if (type === 'SmsAccepted' || type === 'SmsReceived') {
      const { from, to, segments } = data;
      const common = { workspace, from, to, segments, createdAt: at, attempts: [] };
      return type === 'SmsAccepted'
        ? {
            ...common,
            direction: 'outbound',
            templateId: data.templateId,
            status: 'queued',
            credits: data.credits,
          }
        : { ...common, direction: 'inbound', templateId: null, status: 'received', credits: 0 };
    }
    if (document === null) return null;
    const attempts = attemptsAfter(document.attempts, event);
    // A carrier's reports may come in any order; delivered is the last word.
    if (document.status === 'delivered') return { ...document, attempts };
    return { ...document, attempts, status: statusAfter(document.status, event) };
  },
};

function statusAfter(status: SmsDocument['status'], { type, data }: RecordedSmsEvent): SmsDocument['status'] {
  if (type === 'SmsSent') return 'sent';
  if (type === 'SmsDelivered') return 'delivered';
  return type === 'SmsFailed' && data.nextAttemptAt === null ? 'failed' : status;
}

function attemptsAfter(
  attempts: readonly SmsAttempt[],
  { type, data, metadata: { at } }: RecordedSmsEvent,
): readonly SmsAttempt[] {
  switch (type) {
    case 'SmsSubmissionAttempted':
      return put(attempts, { attempt: data.attempt, at, outcome: 'attempted', detail: null });
    case 'SmsSent':
      return put(attempts, { attempt: data.attempt, at, outcome: 'sent', detail: null });
    case 'SmsFailed': {
      const outcome = data.nextAttemptAt === null ? 'failed' : 'deferred';
      return put(attempts, { attempt: data.attempt, at, outcome, detail: data.detail });
    }
    case 'SmsDelivered': {
      const attempt = attempts.at(-1)?.attempt ?? 1;
      return put(attempts, { attempt, at, outcome: 'delivered', detail: data.detail });
    }
    default:
      return attempts;
  }
}

/** With the attempt's latest outcome in its place; it keeps the time at which the carrier was first spoken to. */
function put(attempts: readonly SmsAttempt[], one: SmsAttempt): readonly SmsAttempt[] {
  const earlier = attempts.find(({ attempt }) => attempt === one.attempt);
  if (earlier === undefined) return [...attempts, one];
  return attempts.map((known) => (known === earlier ? { ...one, at: earlier.at } : known));
}

/** Place behind which the next page of messages starts. */
export interface SmsCursor {
  readonly createdAt: string;
  readonly smsId: string;
}

/** A page of a workspace's messages, newest first. */
export function smsPage(
  collection: Collection<SmsDocument>,
  workspace: string,
  direction: SmsDocument['direction'] | null,
  limit: number,
  after: SmsCursor | null,
): Promise<readonly Stored<SmsDocument>[]> {
  const equals = direction === null ? [workspace] : [workspace, direction];
  return collection.page({
    index: direction === null ? 'byCreation' : 'byDirection',
    equals,
    descending: true,
    limit,
    ...(after && { after: { values: [...equals, after.createdAt], key: after.smsId } }),
  });
}
