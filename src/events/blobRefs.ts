import type { BlobRef } from './schema.ts';

/**
 * Every blob that an event's data refers to, at any depth, in data of any version and of unknown types. Data that only
 * looks like a reference counts as one.
 */
export function blobRefsIn(data: unknown): BlobRef[] {
  if (typeof data !== 'object' || data === null) return [];
  const { sha256, length } = data as Partial<BlobRef>;
  if (typeof sha256 === 'string' && typeof length === 'number') return [{ sha256, length }];
  return Object.values(data).flatMap(blobRefsIn);
}
