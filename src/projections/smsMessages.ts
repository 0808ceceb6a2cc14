import { streamId } from '../events/category.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';

/** One attempt of the sender to submit the message. */
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
export const smsMessages = projection<SmsDocument, RecordedSmsEvent>({
  name: 'sms_messages',
  version: 1,
  readsParts: true,
  indexes: {
    byCreation: ['workspace', 'createdAt'],
    byDirection: ['workspace', 'direction', 'createdAt'],
  },
  key: ({ stream }) => streamId(stream),
  on: {
    SmsAccepted: (_, { data, metadata: { workspace, at } }) => {
      const { from, to, templateId, segments, credits } = data;
      const message = { workspace, from, to, templateId, segments, credits, createdAt: at, attempts: [] };
      return { ...message, direction: 'outbound', status: 'queued' };
    },
    SmsReceived: (_, { data: { from, to, segments }, metadata: { workspace, at } }) => {
      const message = { workspace, from, to, templateId: null, segments, credits: 0, createdAt: at };
      return { ...message, attempts: [], direction: 'inbound', status: 'received' };
    },
    SmsSubmissionAttempted: (document, { data: { attempt }, metadata: { at } }) =>
      document && after(document, { attempt, at, outcome: 'attempted', detail: null }),
    SmsSent: (document, { data: { attempt }, metadata: { at } }) =>
      document && after(document, { attempt, at, outcome: 'sent', detail: null }, 'sent'),
    SmsSegmentSent: 'ignored',
    SmsSegmentDelivered: 'ignored',
    SmsPartReceived: 'ignored',
    SmsDelivered: (document, { data: { detail }, metadata: { at } }) => {
      const attempt = document?.attempts.at(-1)?.attempt ?? 1;
      return document && after(document, { attempt, at, outcome: 'delivered', detail }, 'delivered');
    },
    SmsFailed: (document, { data: { attempt, detail, nextAttemptAt }, metadata: { at } }) => {
      if (document === null) return null;
      return nextAttemptAt === null
        ? after(document, { attempt, at, outcome: 'failed', detail }, 'failed')
        : after(document, { attempt, at, outcome: 'deferred', detail });
    },
  },
});

function after(
  document: SmsDocument,
  attempt: SmsAttempt,
  status: SmsDocument['status'] = document.status,
): SmsDocument {
  const attempts = put(document.attempts, attempt);
  // A carrier's reports may come in any order; delivered is final.
  return { ...document, attempts, status: document.status === 'delivered' ? 'delivered' : status };
}

/** The attempts with the latest outcome of this one; its time stays that of the submission. */
function put(attempts: readonly SmsAttempt[], one: SmsAttempt): readonly SmsAttempt[] {
  const earlier = attempts.find(({ attempt }) => attempt === one.attempt);
  if (earlier === undefined) return [...attempts, one];
  return attempts.map((known) => (known === earlier ? { ...one, at: earlier.at } : known));
}

/** Place after which the next page of messages starts. */
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
