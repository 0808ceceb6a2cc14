import type { Position } from '../events/event.ts';
import type { TreePart } from '../events/seal.ts';
import type { EventStore, Leaf } from '../ports/eventStore.ts';
import { type Tree, type TreeNode, withLeaf } from './merkleTree.ts';

/** Where an event is. */
export type TreePlace = Pick<Leaf, 'position' | 'stream' | 'revision'>;

/** A part of a log has 2^10 leaves (see the event LogSealed). */
export const PART_LEVEL = 10;
export const PART_LEAVES = 2 ** PART_LEVEL;
/** Leaves that are read at once: memory does not grow with the log. */
const PAGE = PART_LEAVES / 2;

export interface TreeFoldOptions {
  readonly tree: Tree;
  /** Position of the tree's last event. */
  readonly after: Position;
  /** Takes the hashes as they are stored: who seals them does not compare them. */
  readonly isUnchecked?: boolean;
  /** Compares the parts of the events too, and gives them with their leaves. */
  readonly withParts?: boolean;
  readonly onEvents?: ((events: number) => void) | undefined;
  /** Called before the leaf is added, with the tree that it comes to. */
  readonly onLeaf?: (leaf: Leaf, tree: Tree) => void;
  readonly onNode?: (node: TreeNode) => void;
}

export type TreeFold = ReturnType<typeof treeFold>;

/** Adds the log's events to a tree one by one, up to the sizes that are asked for. */
export function treeFold(
  store: Pick<EventStore, 'readLeaves'>,
  { tree: from, after, isUnchecked = false, withParts = false, onEvents, onLeaf, onNode }: TreeFoldOptions,
) {
  let tree = from;
  let position = after;
  let last: TreePlace | null = null;
  let page: readonly Leaf[] = [];
  let at = 0;
  let fault: string | null = null;
  let stoppedBy: string | null = null;
  let roots: string[] = [];
  let parts: TreePart[] = [];
  /** The first event of each of the tree's subtrees; null where it was before the fold began. */
  const firsts: (TreePlace | null)[] = from.peaks.map(() => null);

  const completed = (node: TreeNode): void => {
    if (node.level >= PART_LEVEL) roots.push(node.hash);
    onNode?.(node);
  };

  return {
    tree: (): Tree => tree,
    /** The tree's last event, null when none was added. */
    last: (): TreePlace | null => last,
    /** The parts that were completed since the last call. */
    takeParts(): TreePart[] {
      const taken = parts;
      parts = [];
      return taken;
    },
    /** What is wrong with the event after the tree's last one, when `to` got no further; else null. */
    fault: () => stoppedBy,
    /** The first event of the tree's subtree of this number. */
    firstOf: (peak: number): TreePlace | null => firsts[peak] ?? null,
    /** Goes on until the tree has so many leaves, the log ends, or an event is not as it was written. */
    async to(size: number): Promise<void> {
      while (tree.size < size) {
        const leaf = page[at++];
        if (leaf === undefined) {
          if (fault === null) {
            const asked = { after: position, limit: PAGE, isUnchecked, withParts };
            ({ leaves: page, fault } = await store.readLeaves(asked));
            at = 0;
            onEvents?.(page.length);
            if (page.length > 0) continue;
          }
          stoppedBy = fault;
          return;
        }
        onLeaf?.(leaf, tree);
        tree = withLeaf(tree, leaf.hash, completed);
        const { stream, revision } = leaf;
        position = leaf.position;
        // The leaf itself keeps the texts of its whole page.
        last = { position, stream, revision };
        if (roots.length > 0) {
          parts.push({ roots, last: { stream, revision } });
          roots = [];
        }
        firsts.push(last);
        firsts.length = Math.min(firsts.length, tree.peaks.length);
      }
    },
  };
}
