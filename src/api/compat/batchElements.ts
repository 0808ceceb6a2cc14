import type { Element } from '../../commands/acceptValid.ts';
import type { Issue } from '../../commands/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExactJson } from '../json.ts';
import { pastIssues } from './pastIssues.ts';
import { readBatchElement } from './sendRequest.ts';

/** Emails that one batch may hold (spec section 8). */
export const BATCH_MAX = 100;

export type BatchElement = Element;

/** Each element as it can be read, and what is wrong with the batch as a whole. */
export function batchElements(
  { value, faults }: ExactJson,
  clock: Clock,
): { readonly elements: readonly BatchElement[]; readonly issues: readonly Issue[] } {
  const whole = wholeFault(value);
  if (whole !== null) return { elements: [], issues: [...faults, { path: '', message: whole }] };
  const ofWhole = faults.filter(({ path }) => !/^\/\d/.test(path));
  const elements = (value as readonly unknown[]).map((sent, index): BatchElement => {
    const start = `/${index}/`;
    const own = faults
      .filter(({ path }) => `${path}/`.startsWith(start))
      .map(({ path, message }) => ({ path: path.slice(start.length - 1), message }));
    const read = readBatchElement(sent);
    if ('issues' in read) return { issues: [...own, ...read.issues] };
    if (own.length > 0) return { issues: own };
    return { ...read, refusedNow: pastIssues(clock, read.request, '/scheduled_at') };
  });
  return { elements, issues: ofWhole };
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
