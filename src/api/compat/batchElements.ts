import type { Element } from '../../commands/email/acceptValid.ts';
import type { EmailRequest } from '../../commands/email/emailDraft.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BodyReader } from '../reading/reader.ts';
import { pastIssues } from './pastIssues.ts';
import { readBatchElement } from './sendRequest.ts';

/** Emails that one batch may hold (spec section 8). */
export const BATCH_MAX = 100;

export type BatchElement = Element;

/** An element as it can be read: what it asks for, or what is wrong with its form. */
type ReadElement = { readonly request: EmailRequest } | { readonly issues: readonly Issue[] };

/** What a batch comes to; what is wrong with it as a whole is told beside its header's fault. */
interface ReadBatch {
  readonly elements: readonly ReadElement[];
  readonly issues: readonly Issue[];
}

/** Body of `POST /emails/batch`: each element by itself, since a permissive batch takes those that are valid. */
export const readSendBatch: BodyReader<ReadBatch> = (sent) => {
  const { value } = sent;
  const faults = [...sent.faults, ...sent.inexact()];
  const whole = wholeFault(value);
  if (whole !== null) return { value: { elements: [], issues: [...faults, { path: '', message: whole }] } };
  const ofWhole = faults.filter(({ path }) => !/^\/\d/.test(path));
  const elements = (value as readonly unknown[]).map((element, index): ReadElement => {
    const start = `/${index}/`;
    const own = faults
      .filter(({ path }) => `${path}/`.startsWith(start))
      .map(({ path, message }) => ({ path: path.slice(start.length - 1), message }));
    const read = readBatchElement(element);
    if ('issues' in read) return { issues: [...own, ...read.issues] };
    return own.length > 0 ? { issues: own } : read;
  });
  return { value: { elements, issues: ofWhole } };
};

/** With what is to be refused of it now, if it is new. */
export function withRefusals(element: ReadElement, clock: Clock): BatchElement {
  if ('issues' in element) return element;
  return { ...element, refusedNow: pastIssues(clock, element.request, '/scheduled_at') };
}

function wholeFault(value: unknown): string | null {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length === 0) return 'must have at least 1 item';
  return value.length > BATCH_MAX ? `must have at most ${BATCH_MAX} items` : null;
}

/** What the header `x-batch-validation` asks for. */
export function validationMode(
  header: string | readonly string[] | undefined,
): 'strict' | 'permissive' | { readonly issues: readonly Issue[] } {
  if (header === undefined) return 'strict';
  if (header === 'strict' || header === 'permissive') return header;
  return { issues: [{ path: '/x-batch-validation', message: 'must be strict or permissive' }] };
}
