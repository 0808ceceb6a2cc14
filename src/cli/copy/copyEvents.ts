import type { NewEvent, RecordedEvent } from '../../events/event.ts';
import { type EventStore, RevisionConflict } from '../../ports/eventStore.ts';
import { CliError } from '../cli.ts';
import { type AppendOrder, appendRuns } from './appendRuns.ts';

/** Events of one append, and characters of their JSON: far below the 1 MiB that an append may have. */
const MAX_TOGETHER = 100;
const MAX_CHARACTERS = 250_000;

/**
 * Appends events to a log, each at its own revision in its stream and under its own id, so that nothing is written twice after a
 * copy that was broken off. A page is asked for when the one before is appended. Resolves with the number of events.
 * @throws CliError when a stream holds other events there
 */
export async function copyEvents(
  store: EventStore,
  pages: AsyncIterable<readonly RecordedEvent[]>,
  order: AppendOrder,
  onEvents: (events: number) => void = () => {},
): Promise<number> {
  let copied = 0;
  for await (const page of pages) {
    await appendRuns(runsOf(page), (run) => appendRun(store, run), order);
    copied += page.length;
    onEvents(page.length);
  }
  return copied;
}

/** Neighbours in the log that belong to one stream, so that one append takes them all. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let characters = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const size = JSON.stringify(event).length;
    const follows = last?.stream === event.stream && last.revision + 1 === event.revision;
    if (run && follows && run.length < MAX_TOGETHER && characters + size <= MAX_CHARACTERS) {
      run.push(event);
      characters += size;
    } else {
      runs.push([event]);
      characters = size;
    }
  }
  return runs;
}

/** Appends a run at its own revisions, or what of it is not there yet. @throws CliError when its stream holds other events there */
async function appendRun(store: EventStore, run: readonly RecordedEvent[]): Promise<void> {
  const [first] = run;
  if (first === undefined) return;
  const { stream, revision } = first;
  try {
    await store.append(stream, revision === 0 ? 'no-stream' : revision - 1, run.map(asNew));
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    // An interrupted copy may have divided its appends elsewhere: what is stored must be the beginning of ours.
    const stored = await store.readStream(stream, { fromRevision: revision, limit: run.length });
    const same = stored.length > 0 && stored.every(({ id }, at) => id === run[at]?.id);
    if (!same)
      throw new CliError(`the target holds other events in ${stream}: it must be empty at the start.`);
    await appendRun(store, run.slice(stored.length));
  }
}

function asNew({ id, type, data, metadata, parts }: RecordedEvent): NewEvent {
  return { id, type, data, metadata, ...(parts !== undefined && { parts }) };
}
