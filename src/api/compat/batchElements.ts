import type { RequestedElement } from '../../commands/email/acceptValid.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import { batchFault } from '../emails/emailRules.ts';
import type { BodyReader, UnfinishedBody } from '../reading/reader.ts';
import { pastTimeIssues } from './sendIssues.ts';
import { readBatchElement } from './sendRequest.ts';

type ReadElement = ReturnType<typeof readBatchElement>;

/** A batch that was read; `issues` of the batch itself are reported together with those of its header and query. */
interface ReadBatch extends UnfinishedBody {
  readonly elements: readonly ReadElement[];
}

/** Body of `POST /emails/batch`: each element by itself, since a permissive batch takes those that are valid. */
export const readSendBatch: BodyReader<ReadBatch> = (sent) => {
  const { value } = sent;
  const faults = [...sent.faults, ...sent.inexact()];
  const message = batchFault(value);
  if (message !== null) return { value: { elements: [], issues: [...faults, { path: '', message }] } };
  const elements = (value as readonly unknown[]).map((element, index): ReadElement => {
    const start = `/${index}/`;
    const own = faults
      .filter(({ path }) => `${path}/`.startsWith(start))
      .map((fault) => ({ ...fault, path: fault.path.slice(start.length - 1) }));
    const read = readBatchElement(element);
    if ('issues' in read) return { issues: [...own, ...read.issues] };
    return own.length > 0 ? { issues: own } : read;
  });
  return { value: { elements, issues: faults.filter(({ path }) => !/^\/\d/.test(path)) } };
};

/** An element with the issues that count only when it is new. */
export function withRefusals(element: ReadElement, clock: Clock): RequestedElement {
  if ('issues' in element) return element;
  return { ...element, refusedNow: pastTimeIssues(clock, element.request, '/scheduled_at') };
}

/** The mode that the header `x-batch-validation` asks for. */
export function validationMode(
  header: string | readonly string[] | undefined,
): 'strict' | 'permissive' | { readonly issues: readonly Issue[] } {
  if (header === undefined) return 'strict';
  if (header === 'strict' || header === 'permissive') return header;
  return { issues: [{ path: '/x-batch-validation', message: 'must be strict or permissive' }] };
}
