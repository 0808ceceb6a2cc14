import { type Ledger, newEvents } from '../commands/kernel/ledger.ts';
import { ledgerIdOf } from '../commands/workspace/openLedger.ts';
import { BEGINNING, type Position } from '../events/event.ts';
import { type LogSealed, SEAL_STREAM } from '../events/seal.ts';
import { instant } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { EMPTY_TREE, rootOf, type Tree } from './merkleTree.ts';
import { madeKey } from './sealKeys.ts';
import {
  openedKey,
  type RecordedSeal,
  SEALED_AT_ONCE,
  type SealBounds,
  type SealsEnd,
  sealsEnd,
  treeOfSeal,
} from './sealStream.ts';
import { type TreeFold, treeFold } from './treeFold.ts';
import { headText, signatureOf } from './treeHead.ts';

export interface SealerDependencies extends Pick<Ports, 'secrets' | 'log'> {
  readonly ledger: Ledger;
}

/** An event is sealed within a minute; the rest is for the sealing itself. */
const SEAL_EVERY_MS = 50_000;
/** Events that are read before it is asked whether the service ends. */
const STEP = 10_000;
/** The tree as it was built in this process. */
interface Built {
  end: SealsEnd;
  readonly fold: TreeFold;
  /** Whether the tree holds something other than seals that no seal covers. */
  isUnsealed: boolean;
}

/**
 * Seals the log while `maySeal` is true, until the signal aborts: a new seal follows the newest one within a minute of any
 * event that is not a seal itself. Two processes never fork the tree: a seal is appended only where the one it names is the
 * last.
 */
export async function runSealer(
  { ledger, secrets, log }: SealerDependencies,
  signal: AbortSignal,
  maySeal: () => boolean,
  bounds: SealBounds = {},
): Promise<void> {
  const { sealedAtOnce = SEALED_AT_ONCE } = bounds;
  let built: Built | null = null;
  let hasMore = false;
  while (!signal.aborted) {
    if (!hasMore) await ledger.clock.sleep(SEAL_EVERY_MS, signal);
    hasMore = false;
    try {
      if (!maySeal()) built = null;
      if (signal.aborted || !maySeal()) continue;
      built ??= await builtAtNewest(ledger.store);
      const mayHaveMore = await follow(built.fold, signal, sealedAtOnce);
      if (!built.isUnsealed || signal.aborted) continue;
      const sealing: Built = built;
      // Where the answer is lost it is unknown how the stream ends: the next round looks.
      built = null;
      const revision = await appendSeal({ ledger, secrets }, sealing);
      sealing.end = await sealsEnd(ledger.store, revision);
      sealing.isUnsealed = false;
      built = sealing;
      hasMore = mayHaveMore;
    } catch (error) {
      log.warn({ err: error }, 'the log could not be sealed, trying again within a minute');
    }
  }
}

/** The tree of the newest seal; empty before the first. @throws Error when the log lacks what it covers */
async function builtAtNewest(store: Ledger['store']): Promise<Built> {
  const end = await sealsEnd(store);
  const begun = (tree: Tree, after: Position): Built => {
    const fold = treeFold(store, {
      tree,
      after,
      isUnchecked: true,
      onLeaf: (leaf) => {
        if (leaf.stream !== SEAL_STREAM) built.isUnsealed = true;
      },
    });
    const built: Built = { end, fold, isUnsealed: false };
    return built;
  };
  if (end.seal === null) return begun(EMPTY_TREE, BEGINNING);
  const { last } = end.seal.data;
  const [event] = await store.readStream(last.stream, { fromRevision: last.revision, limit: 1 });
  const tree = treeOfSeal(end.seal.data);
  if (event === undefined || tree === null)
    throw new Error(`the log is not what seal ${end.seal.revision} says: run 'postledger audit verify'`);
  return begun(tree, event.position);
}

/**
 * Adds what the log has after the tree, as much as one seal may; true when there may be more.
 * @throws Error for an event that is not as it was written
 */
async function follow(fold: TreeFold, signal: AbortSignal, sealedAtOnce: number): Promise<boolean> {
  const end = fold.tree().size + sealedAtOnce;
  for (let size = -1; size < fold.tree().size && size < end && !signal.aborted; ) {
    size = fold.tree().size;
    await fold.to(Math.min(size + STEP, end));
  }
  const fault = fold.fault();
  if (fault !== null) throw new Error(fault);
  return fold.tree().size === end;
}

/** Appends the seal of the tree, after a first key where there is none; gives its revision. @throws RevisionConflict when another process sealed */
async function appendSeal(
  { ledger, secrets }: Pick<SealerDependencies, 'ledger' | 'secrets'>,
  { end, fold }: Built,
): Promise<number> {
  const ledgerId = await ledgerIdOf(ledger.store);
  const last = fold.last();
  if (ledgerId === null || last === null) throw new Error('the ledger was not opened');
  const { key, event: made } =
    end.key === null
      ? madeKey({ ...ledger, secrets, ledgerId }, end, null)
      : { key: openedKey(end.key, secrets), event: null };
  const tree = fold.tree();
  const head = { ledgerId, size: tree.size, root: rootOf(tree) };
  const data: LogSealed = {
    ...head,
    signature: signatureOf(headText(head), key),
    publicKey: key.publicKey,
    keyRevision: end.key?.revision ?? 0,
    previous: end.seal?.revision ?? null,
    peaks: tree.peaks.map(({ hash }) => hash),
    last: { stream: last.stream, revision: last.revision },
    clockSteps: clockStepsAfter(end.seal, instant(ledger.clock.nowMs())),
    parts: fold.takeParts(),
  };
  const origin = { workspace: '', actor: 'sealer', correlation: ledger.ids.uuid(), causation: null };
  const decided = [...(made === null ? [] : [made]), { type: 'LogSealed' as const, data }];
  const events = newEvents(ledger, origin, decided);
  const { revision } = await ledger.store.append(SEAL_STREAM, end.revision ?? 'no-stream', events);
  return revision;
}

/** By these a time is found without all seals (docs/auditing.md). */
function clockStepsAfter(before: RecordedSeal | null, at: string): number {
  return (before?.data.clockSteps ?? 0) + (before !== null && at < before.metadata.at ? 1 : 0);
}
