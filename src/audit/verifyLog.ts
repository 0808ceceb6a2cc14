import { BEGINNING } from '../events/event.ts';
import { SEAL_STREAM } from '../events/seal.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { EMPTY_TREE, rootOf, type Tree } from './merkleTree.ts';
import {
  keyAt,
  type RecordedKey,
  type RecordedSeal,
  sealAt,
  sealEventsFrom,
  treeOfSeal,
} from './sealStream.ts';
import { type TreeFold, type TreePlace, treeFold } from './treeFold.ts';
import { headText, isSignedBy, replacementText } from './treeHead.ts';

/** The first thing that does not fit. */
export interface LogFinding {
  /** A sentence. */
  readonly what: string;
  /** The event that it is about, or the first of those of which one is; null when it is none that the log has. */
  readonly event: TreePlace | null;
}

/** A key that signs from its revision on. */
export interface KnownKey {
  readonly publicKey: string;
  readonly revision: number;
  /** Whether the key before it signed it, or it is the first. */
  readonly isSigned: boolean;
}

export interface Verified {
  /** Events of the log that were compared. */
  readonly events: number;
  /** Seals that fit, and the newest of them. */
  readonly seals: number;
  readonly newest: RecordedSeal | null;
  readonly keys: readonly KnownKey[];
  readonly finding: LogFinding | null;
}

export interface LogVerifyOptions {
  readonly ledgerId: string;
  /** Revision of the seal to begin after, whose tree is believed when its signature fits. */
  readonly from?: number | undefined;
  readonly onEvents?: (events: number) => void;
}

type Store = Pick<EventStore, 'readStream' | 'readLeaves'>;

/** What is known so far of the seals. */
interface Chain {
  readonly ledgerId: string;
  readonly keys: KnownKey[];
  newest: RecordedSeal | null;
  seals: number;
  /** Revision of the last event of the stream that was read. */
  revision: number;
}

/**
 * Computes the tree of the log again and compares it with each seal, and the parts of each event with what it commits to, in
 * order, up to the first event that does not fit.
 * Memory does not grow with the log.
 * @throws RangeError when `from` is no seal
 */
export async function verifyLog(
  store: Store,
  { ledgerId, from, onEvents }: LogVerifyOptions,
): Promise<Verified> {
  const chain: Chain = { ledgerId, keys: [], newest: null, seals: 0, revision: -1 };
  let lastSeal = -1;
  const begun =
    from === undefined ? { tree: EMPTY_TREE, after: BEGINNING } : await beginAt(store, chain, from);
  const fold = treeFold(store, {
    ...begun,
    withParts: true,
    onEvents,
    onLeaf: ({ stream, revision }) => {
      if (stream === SEAL_STREAM) lastSeal = Math.max(lastSeal, revision);
    },
  });
  const answer = (finding: LogFinding | null): Verified => {
    const { seals, newest, keys } = chain;
    return { events: fold.tree().size - begun.tree.size, seals, newest, keys, finding };
  };
  for await (const event of sealEventsFrom(store, chain.revision + 1)) {
    const finding = event.type === 'LogSealed' ? await compare(chain, event, fold) : newKey(chain, event);
    if (finding !== null) return answer(finding);
    chain.revision = event.revision;
  }
  await fold.to(Number.POSITIVE_INFINITY);
  if (fold.fault() !== null) return answer({ what: `${fold.fault()}.`, event: null });
  // A seal that was appended meanwhile can be read in the stream too.
  const isHidden =
    lastSeal > chain.revision &&
    (await store.readStream(SEAL_STREAM, { fromRevision: lastSeal, limit: 1 })).length === 0;
  return answer(
    isHidden ? { what: `the log has seal ${lastSeal}, and its stream does not.`, event: null } : null,
  );
}

/** Where the tree of a seal ends. The known keys are its own and those before it that signed the next. */
async function beginAt(store: Store, chain: Chain, from: number) {
  const seal = await sealAt(store, from);
  const key = seal && (await keyAt(store, seal.data.keyRevision));
  if (seal === null || key === null) throw new RangeError(`there is no seal ${from}`);
  const { last, publicKey, signature } = seal.data;
  const tree: Tree | null = treeOfSeal(seal.data);
  const [event] = await store.readStream(last.stream, { fromRevision: last.revision, limit: 1 });
  const isSigned = publicKey === key.data.publicKey && isSignedBy(headText(seal.data), signature, publicKey);
  if (tree === null || event === undefined || !isSigned || seal.data.ledgerId !== chain.ledgerId)
    throw new RangeError(`seal ${from} is not as it was written: verify from the beginning`);
  Object.assign(chain, { newest: seal, revision: from });
  for (
    let known: RecordedKey | null = key;
    known !== null;
    known = await signerOf(store, known, chain.ledgerId)
  )
    chain.keys.unshift({ publicKey: known.data.publicKey, revision: known.revision, isSigned: true });
  return { tree, after: event.position };
}

/** The key that signed this one; null when it is the first, or when none did: what is before it then says nothing of it. */
async function signerOf(
  store: Store,
  { revision, data: { publicKey, replaces, signature } }: RecordedKey,
  ledgerId: string,
): Promise<RecordedKey | null> {
  if (replaces === null || replaces >= revision || signature === null) return null;
  const before = await keyAt(store, replaces);
  const text = replacementText(ledgerId, publicKey);
  return before && isSignedBy(text, signature, before.data.publicKey) ? before : null;
}

function newKey({ ledgerId, keys, newest }: Chain, event: RecordedKey): LogFinding | null {
  const before = keys.at(-1);
  const { publicKey, replaces, signature, previous } = event.data;
  const fits = replaces === (before?.revision ?? null) && previous === (newest?.revision ?? null);
  const text = replacementText(ledgerId, publicKey);
  if (!fits || (before && signature !== null && !isSignedBy(text, signature, before.publicKey)))
    return { what: `the key of revision ${event.revision} does not follow the one before it.`, event };
  keys.push({ publicKey, revision: event.revision, isSigned: before === undefined || signature !== null });
  return null;
}

/** Compares a seal with what came before it, then the log with the seal. */
async function compare(chain: Chain, event: RecordedSeal, fold: TreeFold): Promise<LogFinding | null> {
  const { data, revision } = event;
  const fault = faultOf(chain, event);
  if (fault !== null) return { what: `seal ${revision} ${fault}.`, event };
  const expected = treeOfSeal(data);
  if (expected === null)
    return { what: `seal ${revision} contradicts itself: its parts do not give its root.`, event };
  const covered = fold.tree().size;
  await fold.to(covered + 1);
  const firstNew = fold.last();
  await fold.to(data.size);
  if (fold.fault() !== null) return { what: `${fold.fault()}.`, event: null };
  const tree = fold.tree();
  if (tree.size < data.size)
    return { what: `seal ${revision} is about ${data.size} events, and the log has ${tree.size}.`, event };
  if (rootOf(tree) !== data.root) {
    const differs = tree.peaks.findIndex(({ hash }, at) => expected.peaks[at]?.hash !== hash);
    const first = fold.firstOf(differs);
    // A subtree may begin with events that an earlier seal has shown to be as they were.
    const of = first === null || (firstNew !== null && first.position < firstNew.position) ? firstNew : first;
    return {
      what: `the log is not what seal ${revision} says: the first event that differs is this one or one after it, up to event ${data.size} of the log.`,
      event: of,
    };
  }
  const last = fold.last();
  if (last?.stream !== data.last.stream || last.revision !== data.last.revision)
    return { what: `seal ${revision} names another last event than the log has.`, event };
  if (JSON.stringify(fold.takeParts()) !== JSON.stringify(data.parts))
    return { what: `seal ${revision} names other parts than the log has.`, event };
  Object.assign(chain, { newest: event, seals: chain.seals + 1 });
  return null;
}

/** What contradicts the seals before this one; null when nothing does. */
function faultOf({ ledgerId, keys, newest }: Chain, { data, revision }: RecordedSeal): string | null {
  const key = keys.at(-1);
  if (data.ledgerId !== ledgerId) return `is of another ledger, ${data.ledgerId}`;
  if (data.previous !== (newest?.revision ?? null) || data.size <= (newest?.data.size ?? 0))
    return 'does not follow the one before it';
  if (key === undefined || data.publicKey !== key.publicKey || data.keyRevision !== key.revision)
    return 'is signed by another key than the last one that the log has made';
  if (!isSignedBy(headText(data), data.signature, data.publicKey))
    return `is forged: its signature is not that of key ${data.publicKey}, revision ${revision}`;
  return null;
}

/**
 * Whether the keys can be believed: each was signed by the one before, or comes at or before the trusted one.
 * @param trusted a public key that is known from elsewhere
 */
export function keyFinding(keys: readonly KnownKey[], trusted: string | undefined): string | null {
  const at = keys.findIndex(({ publicKey }) => publicKey === trusted);
  if (trusted !== undefined && at === -1) return `no seal was made under the key ${trusted}.`;
  const broken = keys.find(({ isSigned }, index) => !isSigned && index > at);
  if (broken === undefined) return null;
  return `the key ${broken.publicKey} (seal stream, revision ${broken.revision}) was not signed by the one before it: that one was lost, or someone has written a new history. If it is yours, name it by --key.`;
}
