import { blobRefsIn } from '../../events/blobRefs.ts';
import type { Contents } from '../../ports/contents.ts';

/** Sets of so many are far from the number that one may hold. */
const SETS = 256;

/**
 * Says which blobs the contents of any event refer to. They are held by the first 56 bits of their hash, in some 40 bytes of
 * memory each: an orphan that shares them with another blob, one in billions, is taken for needed, and stays.
 */
export async function neededBlobs(
  contents: Contents,
  onTexts: (texts: number) => void = () => {},
): Promise<(sha256: string) => boolean> {
  const sets = Array.from({ length: SETS }, () => new Set<number>());
  const setOf = (sha256: string) => sets[Number.parseInt(sha256.slice(0, 2), 16)];
  const restOf = (sha256: string) => Number.parseInt(sha256.slice(2, 14), 16);
  for await (const texts of contents()) {
    for (const text of texts) for (const { sha256 } of blobRefsIn(text)) setOf(sha256)?.add(restOf(sha256));
    onTexts(texts.length);
  }
  return (sha256) => setOf(sha256)?.has(restOf(sha256)) === true;
}
