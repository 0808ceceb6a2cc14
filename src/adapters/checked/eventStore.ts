import { Compile } from 'typebox/compile';
import { catalogue, upcast } from '../../events/catalogue.ts';
import type { NewEvent, RecordedEvent } from '../../events/event.ts';
import type { EventBatch, EventStore } from '../../ports/eventStore.ts';

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

/** A store that holds to the catalogue: events are checked when they are appended, and upcast when they are read. */
export function checkedEventStore(store: EventStore): EventStore {
  const current = (event: RecordedEvent): RecordedEvent => {
    const { type, data, metadata } = event;
    const upToDate = upcast(type, metadata.v, data);
    return upToDate === data ? event : { ...event, data: upToDate };
  };
  const batch = (read: EventBatch): EventBatch => ({ ...read, events: read.events.map(current) });
  return {
    append(stream, expected, events) {
      try {
        for (const event of events) check(event);
      } catch (defect) {
        return Promise.reject(defect);
      }
      return store.append(stream, expected, events);
    },
    readStream: async (stream, options) => (await store.readStream(stream, options)).map(current),
    readAll: async (options) => batch(await store.readAll(options)),
    readLeaves: (options) => store.readLeaves(options),
    async *subscribe(options) {
      for await (const read of store.subscribe(options)) yield batch(read);
    },
    head: () => store.head(),
    end: (known) => store.end(known),
    close: () => store.close(),
  };
}
