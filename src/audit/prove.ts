import { BEGINNING, type Position } from '../events/event.ts';
import type { EventStore, Leaf } from '../ports/eventStore.ts';
import { EMPTY_TREE } from './merkleTree.ts';
import { collectedNodes, consistencyPath, inclusionPath } from './proofs.ts';
import type { RecordedSeal } from './sealStream.ts';
import { treeFold } from './treeFold.ts';
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
}

/** What tools/verify-proof.py reads. */
export interface Proof {
  readonly format: 'postledger proof 1';
  readonly events: readonly ProvedEvent[];
  readonly head: WitnessedSeal;
  /** An earlier seal, and the proof that the log of the head continues its log. */
  readonly from: WitnessedSeal;
  readonly consistency: readonly string[];
}

/**
 * Proves that events are in the log of a seal, and that this continues the log of an earlier one. Reads the log once.
 * @throws RangeError when an event is not covered by the seal
 */
export async function prove(
  store: Pick<EventStore, 'readLeaves'>,
  positions: ReadonlySet<Position>,
  { from, head }: { readonly from: RecordedSeal; readonly head: RecordedSeal },
  onEvents: (events: number) => void,
): Promise<Proof> {
  const { size } = head.data;
  const nodes = collectedNodes();
  const continued = consistencyPath(from.data.size, size);
  nodes.want(continued);
  const found: { readonly index: number; readonly leaf: Leaf }[] = [];
  const fold = treeFold(store, {
    tree: EMPTY_TREE,
    after: BEGINNING,
    onEvents,
    onLeaf: (leaf, tree) => {
      if (!positions.has(leaf.position)) return;
      found.push({ index: tree.size, leaf });
      nodes.want(inclusionPath(tree.size, size));
      // What is to the left of the leaf is complete already.
      for (const peak of tree.peaks) nodes.add(peak);
    },
    onNode: nodes.add,
  });
  await fold.to(size);
  if (found.length < positions.size)
    throw new RangeError('an event is not covered by the newest seal yet: try again in a minute');
  return {
    format: 'postledger proof 1',
    events: found.map(({ index, leaf: { revision, texts } }) => ({
      index,
      revision,
      texts: texts.map((text) => (typeof text === 'string' ? text : Buffer.from(text).toString())),
      inclusion: inclusionPath(index, size).map(nodes.hashOf),
    })),
    head: witnessedSeal(head),
    from: witnessedSeal(from),
    consistency: continued.map(nodes.hashOf),
  };
}
