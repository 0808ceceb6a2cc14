import { Compile } from 'typebox/compile';
import { withBlanks } from '../../events/blanks.ts';
import { catalogue, upcast } from '../../events/catalogue.ts';
import { partsFault } from '../../events/commitments.ts';
import { type NewEvent, plainPosition, type RecordedEvent } from '../../events/event.ts';
import { divided, joined, SALT_BYTES } from '../../events/parts.ts';
import {
  type EventBatch,
  type EventStore,
  EventStoreUnavailable,
  LogDamaged,
} from '../../ports/eventStore.ts';
import type { Ids } from '../../ports/ids.ts';

/** An event that is not in the catalogue, or not in this shape: a defect of the code that made it, never of a caller's input. */
export class EventOutsideCatalogue extends Error {
  override readonly name = 'EventOutsideCatalogue';
  constructor(type: string, reason: string) {
    super(`the event ${type} is not one of the catalogue: ${reason}`);
  }
}

/** Compiled at first use: a process that appends few types compiles few. */
const checks = new Map<string, (data: unknown) => boolean>();

function checkOf(type: string): (data: unknown) => boolean {
  const known = checks.get(type);
  if (known !== undefined) return known;
  const definition = catalogue.get(type);
  if (definition === undefined) throw new EventOutsideCatalogue(type, 'no such type');
  const compiled = Compile(definition.schema);
  const check = (data: unknown) => compiled.Check(data);
  checks.set(type, check);
  return check;
}

function check({ type, data, metadata }: NewEvent): void {
  if (!checkOf(type)(data)) throw new EventOutsideCatalogue(type, 'its data has another shape');
  if (metadata.v !== catalogue.get(type)?.v) throw new EventOutsideCatalogue(type, `version ${metadata.v}`);
}

const current = (event: RecordedEvent): RecordedEvent => {
  const { type, data, metadata } = event;
  const upToDate = upcast(type, metadata.v, data);
  return upToDate === data ? event : { ...event, data: upToDate };
};

const SALTS_AT_ONCE = 256;

export interface CheckedStoreOptions {
  readonly ids: Pick<Ids, 'randomBytes'>;
  /** Whether the log was imported without its parts, for auditors: then blanks are in their places, and it takes no append. */
  readonly isForAuditing?: boolean;
}

/**
 * A store that holds to the catalogue: events are checked and divided when they are appended, and joined and upcast when they
 * are read. @throws LogDamaged from reads, for an event whose parts are not those that it commits to
 */
export function checkedEventStore(
  store: EventStore,
  { ids, isForAuditing = false }: CheckedStoreOptions,
): EventStore {
  let salts: Buffer = Buffer.alloc(0);
  /** Drawn many at once: a call of its own costs more than all else of a part. */
  const salt = () => {
    if (salts.length === 0) salts = ids.randomBytes(SALT_BYTES * SALTS_AT_ONCE);
    const drawn = salts.toString('base64url', 0, SALT_BYTES);
    salts = salts.subarray(SALT_BYTES);
    return drawn;
  };
  /** An append that is tried again brings the same salts. */
  const known = new WeakMap<NewEvent, NewEvent>();
  const asStored = (event: NewEvent): NewEvent => {
    const before = known.get(event);
    if (before !== undefined) return before;
    check(event);
    const stored = divided(event, salt);
    known.set(event, stored);
    return stored;
  };
  const whole = (stored: RecordedEvent, mayLackParts = isForAuditing): RecordedEvent => {
    const { parts } = stored;
    const fault = partsFault(stored, parts ?? {}, mayLackParts);
    if (fault !== null)
      throw new LogDamaged(`the event at position ${plainPosition(stored.position)} ${fault}`);
    const event = parts === undefined ? stored : joined(stored, parts);
    return current(mayLackParts ? { ...event, data: withBlanks(event.type, event.data) } : event);
  };
  const batch = (read: EventBatch): EventBatch => ({
    ...read,
    events: read.events.map((event) => whole(event)),
  });
  return {
    append(stream, expected, events) {
      if (isForAuditing)
        return Promise.reject(
          new EventStoreUnavailable(
            'it was imported without personal values, for auditing, and takes no events',
          ),
        );
      let stored: readonly NewEvent[];
      try {
        stored = events.map(asStored);
      } catch (defect) {
        return Promise.reject(defect);
      }
      return store.append(stream, expected, stored);
    },
    readStream: async (stream, { mayLackParts, ...options } = {}) =>
      (await store.readStream(stream, options)).map((event) => whole(event, mayLackParts)),
    async readAll(options) {
      const read = await store.readAll(options);
      return options.withoutParts === true ? { ...read, events: read.events.map(current) } : batch(read);
    },
    readBack: async (options) => batch(await store.readBack(options)),
    readLeaves: (options) => store.readLeaves(isForAuditing ? { ...options, withParts: false } : options),
    async *subscribe(options) {
      for await (const read of store.subscribe(options)) yield batch(read);
    },
    head: () => store.head(),
    end: (known) => store.end(known),
    close: () => store.close(),
  };
}
