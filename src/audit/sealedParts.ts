import { BEGINNING, type Position } from '../events/event.ts';
import type { TreePart } from '../events/seal.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { TreeNode } from './merkleTree.ts';
import { positionOf, sealSearch } from './sealSearch.ts';
import { eventAt, type RecordedSeal } from './sealStream.ts';
import { PART_LEAVES, PART_LEVEL } from './treeFold.ts';

/** How many parts are complete in the tree of a seal. */
const partsUpTo = ({ data: { size } }: RecordedSeal): number => Math.floor(size / PART_LEAVES);

/** The parts of 1,024 events of a sealed log, as its seals name them. A long log costs few reads. */
export function sealedParts(store: Pick<EventStore, 'readStream'>, head: RecordedSeal) {
  const firstSeal = sealSearch(head, (revision) => eventAt(store, revision));

  async function partAt(number: number): Promise<TreePart> {
    const seal = await firstSeal((at) => partsUpTo(at) > number);
    const part = seal.data.parts[number - partsUpTo(seal) + seal.data.parts.length];
    if (part === undefined) throw new RangeError(`seal ${seal.revision} does not name all of its parts`);
    return part;
  }

  return {
    /** The position that a part begins after. */
    beginOf: async (number: number): Promise<Position> =>
      number === 0 ? BEGINNING : positionOf(store, await partAt(number - 1)),

    /** The number of the part that an event is in. @throws RangeError when no seal covers the event */
    async partOf(position: Position): Promise<number> {
      const isUpTo = async (place: Pick<TreePart, 'last'>) => (await positionOf(store, place)) >= position;
      if (!(await isUpTo(head.data)))
        throw new RangeError(
          'an event is not covered by the newest seal yet: the next one follows within a minute of another event, and covers earlier seals too',
        );
      const seal = await firstSeal(({ data }) => isUpTo(data));
      const { parts } = seal.data;
      let from = 0;
      for (let to = parts.length; from < to; ) {
        const middle = Math.floor((from + to) / 2);
        const part = parts[middle];
        if (part !== undefined && (await isUpTo(part))) to = middle;
        else from = middle + 1;
      }
      return partsUpTo(seal) - parts.length + from;
    },

    /** The hash of a complete subtree of at least a part. */
    async hashOf({ level, index }: Omit<TreeNode, 'hash'>): Promise<string> {
      const last = (index + 1) * 2 ** (level - PART_LEVEL) - 1;
      const root = (await partAt(last)).roots[level - PART_LEVEL];
      if (root === undefined) throw new RangeError(`part ${last} of the log has no root of level ${level}`);
      return root;
    },
  };
}
