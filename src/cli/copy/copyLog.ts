import { blobRefsIn } from '../../events/blobRefs.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { SEAL_STREAM } from '../../events/seal.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Documents } from '../../ports/documents.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { forEachOf } from '../../queues/forEachOf.ts';
import { logPages } from '../../rebuild/logPages.ts';
import { copyEvents } from './copyEvents.ts';

export interface LogCopy {
  readonly source: { readonly store: EventStore; readonly blobs: Blobs };
  readonly target: { readonly store: EventStore; readonly blobs: Blobs; readonly documents: Documents };
  /** The source's name: a copy that was interrupted continues where the same source was left. */
  readonly name: string;
}

/** Streams of one page are copied side by side. */
const PAGE = 2_000;
const SIDE_BY_SIDE = { atOnce: 64, inLanes: true };
/** Blobs that are copied at once, each wholly in memory. */
const BLOBS_AT_ONCE = 8;

/**
 * Copies every event of the source after what was copied before, many streams at once; blobs are copied before the events that
 * name them. Interrupted anywhere and begun again it writes nothing twice. Seals are left out: they are about the order of the
 * source. Resolves with the number of events that it copied.
 * @throws CliError when the target holds something else in one of the streams
 */
export async function copyLog(
  { source, target, name }: LogCopy,
  onEvents?: (events: number) => void,
): Promise<number> {
  const marks = await target.documents.collection<{ after: Position }>({ name: 'migrations', indexes: {} });
  const mark = await marks.get(name);
  const copiedBlobs = new Set<string>();
  async function* pages() {
    const after = mark?.document.after ?? BEGINNING;
    for await (const { events, position } of logPages(source.store, { after, limit: PAGE })) {
      await copyBlobs(source.blobs, target.blobs, events, copiedBlobs);
      yield events.filter(({ stream }) => stream !== SEAL_STREAM);
      // They are appended. The source's positions mean nothing here: the target's documents know the target's alone.
      await marks.writeMany([
        { key: name, position: await target.store.head(), document: { after: position } },
      ]);
    }
  }
  return copyEvents(target.store, pages(), SIDE_BY_SIDE, onEvents);
}

/** Copies what the events name and `copied` lacks, several blobs side by side. */
async function copyBlobs(
  source: Blobs,
  target: Blobs,
  events: readonly RecordedEvent[],
  copied: Set<string>,
): Promise<void> {
  const refs = events.flatMap(({ parts }) => blobRefsIn(parts?.contents?.text));
  const named = new Map(refs.map((ref) => [ref.sha256, ref]));
  const left = [...named.values()].filter(({ sha256 }) => !copied.has(sha256));
  await forEachOf(left, BLOBS_AT_ONCE, async (ref) => {
    await target.put(await source.get(ref));
    copied.add(ref.sha256);
  });
}
