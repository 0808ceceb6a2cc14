import type { BlobRef } from './schema.ts';

/**
 * Every blob that the text of a part `contents` refers to, at any depth, in data of any version and of unknown types. What only
 * looks like a reference counts as one. None for undefined.
 */
export const blobRefsIn = (text = 'null'): BlobRef[] => refsIn(JSON.parse(text));

function refsIn(value: unknown): BlobRef[] {
  if (typeof value !== 'object' || value === null) return [];
  const { sha256, length } = value as Partial<BlobRef>;
  if (typeof sha256 === 'string' && typeof length === 'number') return [{ sha256, length }];
  return Object.values(value).flatMap(refsIn);
}
