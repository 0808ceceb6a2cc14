import type { StoredText } from '../../events/schema.ts';

/** Whether two kept texts say the same. A text of one size is always kept in one place, so no blob is read. */
export function sameText(some: StoredText | null, other: StoredText | null): boolean {
  if (some === null || other === null) return some === other;
  if ('inline' in some) return 'inline' in other && some.inline === other.inline;
  return 'blob' in other && some.blob.sha256 === other.blob.sha256;
}
