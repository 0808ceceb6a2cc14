import type { Collection } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { WrittenLane } from './workHints.ts';

/** The collection; after each write `onWritten` gets its keys and documents. */
export function notifyingWrites<Document extends object>(
  collection: Collection<Document>,
  onWritten: (documents: readonly { readonly key: string; readonly document: Document | null }[]) => void,
): Collection<Document> {
  return {
    ...collection,
    async writeMany(writes) {
      await collection.writeMany(writes);
      onWritten(writes);
    },
  };
}

/** The lanes of items that were written, each once with its earliest time, and whether one waits for no date; without removed items. */
export function lanesWritten(
  items: readonly { readonly document: WorkDocument | null }[],
): readonly WrittenLane[] {
  const lanes = new Map<string, WrittenLane>();
  for (const { document } of items) {
    if (document === null) continue;
    const { partition, lane } = document;
    const name = `${partition}/${lane}`;
    const before = lanes.get(name);
    const dueAtMs = Math.min(document.dueAtMs, before?.dueAtMs ?? Number.POSITIVE_INFINITY);
    const isAtOnce = document.isAtOnce === true || before?.isAtOnce === true;
    lanes.set(name, { partition, lane, dueAtMs, isAtOnce });
  }
  return [...lanes.values()];
}

/** Lanes in one message: some ten kilobytes. */
const LANES_A_MESSAGE = 128;

/** The messages that notify other processes of what was written to an index. */
export function laneMessages(index: string, lanes: readonly WrittenLane[]): readonly string[] {
  const messages: string[] = [];
  for (let from = 0; from < lanes.length; from += LANES_A_MESSAGE) {
    const some = lanes.slice(from, from + LANES_A_MESSAGE);
    messages.push(
      JSON.stringify([
        index,
        ...some.map(({ partition, lane, dueAtMs, isAtOnce }) => [
          partition,
          lane,
          dueAtMs,
          isAtOnce === true,
        ]),
      ]),
    );
  }
  return messages;
}

/** What such a message says; nothing when it has another form. */
export function lanesOfMessage(message: string): { readonly index: string; readonly lanes: WrittenLane[] } {
  const nothing = { index: '', lanes: [] };
  let content: unknown;
  try {
    content = JSON.parse(message);
  } catch {
    return nothing;
  }
  if (!Array.isArray(content) || typeof content[0] !== 'string') return nothing;
  const [index, ...rest] = content;
  return { index, lanes: rest.flatMap((one: unknown) => laneOf(one) ?? []) };
}

function laneOf(content: unknown): WrittenLane | null {
  if (!Array.isArray(content)) return null;
  const [partition, lane, dueAtMs, isAtOnce]: unknown[] = content;
  const isLane = typeof partition === 'number' && typeof lane === 'string' && typeof dueAtMs === 'number';
  return isLane ? { partition, lane, dueAtMs, isAtOnce: isAtOnce === true } : null;
}
