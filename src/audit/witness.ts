import type { EventStore } from '../ports/eventStore.ts';
import { type RecordedSeal, sealAt } from './sealStream.ts';
import { headText, isSignedBy, type TreeHead } from './treeHead.ts';

/** A seal as it is kept elsewhere: one line of JSON. */
export interface WitnessedSeal extends TreeHead {
  /** Revision of the seal in the stream `seal`. */
  readonly seal: number;
  readonly at: string;
  readonly publicKey: string;
  readonly signature: string;
}

export function witnessedSeal({ revision, data, metadata }: RecordedSeal): WitnessedSeal {
  const { ledgerId, size, root, publicKey, signature } = data;
  return { seal: revision, at: metadata.at, ledgerId, size, root, publicKey, signature };
}

/** A line of a witness file. @throws RangeError when it is none, or was altered */
export function witnessLine(line: string): WitnessedSeal {
  const seal = parsed(line);
  const isHead = typeof seal?.size === 'number' && Number.isInteger(seal.seal);
  if (!isHead || !isSignedBy(headText(seal), String(seal.signature), String(seal.publicKey)))
    throw new RangeError('it is no seal, or was altered: its signature does not fit');
  return seal;
}

function parsed(line: string): WitnessedSeal | null {
  try {
    return JSON.parse(line) as WitnessedSeal | null;
  } catch {
    return null;
  }
}

/** What the ledger's own seals say against a witnessed one, as a sentence; null when they agree. */
export async function witnessFinding(
  store: Pick<EventStore, 'readStream'>,
  ledgerId: string,
  witnessed: WitnessedSeal,
): Promise<string | null> {
  const named = `the witnessed seal ${witnessed.seal} of ${witnessed.at} (${witnessed.size} events)`;
  if (witnessed.ledgerId !== ledgerId) return `${named} is of another ledger, ${witnessed.ledgerId}.`;
  const own = await sealAt(store, witnessed.seal);
  if (own === null)
    return `the ledger was restored from before ${named}, or cut off there: it has no such seal.`;
  const { size, root, publicKey } = own.data;
  if (size === witnessed.size && root === witnessed.root && publicKey === witnessed.publicKey) return null;
  return `the history is not the one of ${named}: the ledger was restored from before it and went on, or was written again.`;
}
