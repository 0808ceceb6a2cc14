import type { Parts, Position } from '../events/event.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { EMPTY_TREE } from './merkleTree.ts';
import { consistencyPath, inclusionPath, knownNodes, type LeafRange } from './proofs.ts';
import { sealedParts } from './sealedParts.ts';
import { positionOf } from './sealSearch.ts';
import { type RecordedSeal, treeOfSeal } from './sealStream.ts';
import { PART_LEAVES, type TreeFold, treeFold } from './treeFold.ts';
import { type WitnessedSeal, witnessedSeal } from './witness.ts';

/** An event with all that its hash is made of, and its way to the root. */
interface ProvedEvent {
  /** Place in the log, from 0. */
  readonly index: number;
  readonly revision: number;
  /** Stream, type, id, time, workspace, data and metadata, as they are stored. */
  readonly texts: readonly string[];
  /** In hex, from the leaf's neighbour to the root's. */
  readonly inclusion: readonly string[];
  /** Its personal values, where they were asked for: the metadata commits to them. */
  readonly parts?: Parts;
}

/** What tools/verify-proof.py reads. */
export interface EventProof {
  readonly format: 'postledger proof 1';
  readonly events: readonly ProvedEvent[];
  readonly head: WitnessedSeal;
  /** An earlier seal, and the proof that the log of the head continues its log. */
  readonly from: WitnessedSeal;
  readonly consistency: readonly string[];
}

/**
 * Proves that events are in the log of a seal, and that this continues the log of an earlier one. Of the log it reads the parts of
 * 1,024 events that these are in, and what follows the earlier seal in its part; the seals know the rest.
 * @throws RangeError when an event is not covered by the seal, or the log is not as it was written
 */
export async function prove(
  store: Pick<EventStore, 'readLeaves' | 'readStream'>,
  positions: ReadonlySet<Position>,
  {
    from,
    head,
    personal = false,
  }: { readonly from: RecordedSeal; readonly head: RecordedSeal; readonly personal?: boolean },
): Promise<EventProof> {
  const { size } = head.data;
  const sealed = sealedParts(store, head);
  const nodes = knownNodes();
  const [tree, earlier] = [treeOfSeal(head.data), treeOfSeal(from.data)];
  if (tree === null || earlier === null) throw new RangeError('a seal contradicts itself: run audit verify');
  for (const peak of [...tree.peaks, ...earlier.peaks]) nodes.add(peak);
  const parts = new Set<number>();
  for (const position of positions) parts.add(await sealed.partOf(position));
  const found: Omit<ProvedEvent, 'inclusion'>[] = [];
  for (const part of [...parts].sort((a, b) => a - b)) {
    const start = part * PART_LEAVES;
    const fold = treeFold(store, {
      tree: EMPTY_TREE,
      after: await sealed.beginOf(part),
      withParts: personal,
      onLeaf: (leaf, tree) => {
        if (positions.has(leaf.position))
          found.push({
            index: start + tree.size,
            revision: leaf.revision,
            texts: leaf.texts(),
            ...(personal && { parts: leaf.parts?.() ?? {} }),
          });
      },
      onNode: (node) => nodes.add({ ...node, index: node.index + start / 2 ** node.level }),
    });
    await fold.to(Math.min(PART_LEAVES, size - start));
    refuseFault(fold);
  }
  // The tree of the earlier seal may end inside of a part, whose rest the proof needs too.
  const begun = Math.floor(from.data.size / PART_LEAVES);
  if (!parts.has(begun) && earlier.size > begun * PART_LEAVES) {
    const fold = treeFold(store, {
      tree: earlier,
      after: await positionOf(store, from.data),
      onNode: nodes.add,
    });
    await fold.to(Math.min((begun + 1) * PART_LEAVES, size));
    refuseFault(fold);
  }
  const hashesOf = async (ranges: readonly LeafRange[]): Promise<readonly string[]> => {
    const hashes: string[] = [];
    for (const range of ranges) hashes.push(await nodes.hashOf(range, sealed.hashOf));
    return hashes;
  };
  const events: ProvedEvent[] = [];
  for (const event of found)
    events.push({ ...event, inclusion: await hashesOf(inclusionPath(event.index, size)) });
  return {
    format: 'postledger proof 1',
    events,
    head: witnessedSeal(head),
    from: witnessedSeal(from),
    consistency: await hashesOf(consistencyPath(from.data.size, size)),
  };
}

function refuseFault(fold: TreeFold): void {
  const fault = fold.fault();
  if (fault !== null) throw new RangeError(fault);
}
