import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { EventMetadata, NewEvent, RecordedEvent } from './event.ts';

/** What the catalogue knows of one event type. */
export interface EventDefinition<Schema extends TObject = TObject> {
  /** Current version of the payload, from 1. */
  readonly v: number;
  readonly schema: Schema;
  /** What happened, for the readers of the log. */
  readonly meaning: string;
  /** `upcasters[n]` turns a payload of version n + 1 into version n + 2. */
  readonly upcasters?: readonly ((data: Record<string, unknown>) => Record<string, unknown>)[];
}

/** An event type in its first version; a later one is `{ ...event(…), v: 2, upcasters: […] }`. */
export const event = <Fields extends TProperties>(meaning: string, fields: Fields) => ({
  ...{ v: 1, meaning, schema: Type.Object(fields) },
});

type Definitions = Record<string, EventDefinition>;

/** Where streams are read: the log. */
export interface StreamSource {
  readStream(
    stream: string,
    options?: { fromRevision?: number; limit?: number },
  ): Promise<readonly RecordedEvent[]>;
}

/** The event types of one kind of stream. Stream names are `name-id`. */
export interface Category<Defined extends Definitions = Definitions> {
  readonly name: string;
  readonly definitions: Defined;
  stream(id: string): string;
}

/** A category whose streams can be read with the types of their events. */
export interface ReadableCategory<Defined extends Definitions> extends Category<Defined> {
  /** The events of one stream, as `readStream` gives them. A stream holds only events of its own category. */
  read(
    source: StreamSource,
    id: string,
    options?: { fromRevision?: number; limit?: number },
  ): Promise<readonly Recorded<DefinedEvent<Defined>>[]>;
}

export function category<Defined extends Definitions>(
  name: string,
  definitions: Defined,
): ReadableCategory<Defined> {
  const stream = (id: string) => `${name}-${id}`;
  return {
    name,
    definitions,
    stream,
    async read(source, id, options) {
      return (await source.readStream(stream(id), options)) as readonly Recorded<DefinedEvent<Defined>>[];
    },
  };
}

type DefinedEvent<Defined extends Definitions> = {
  [Type in keyof Defined & string]: {
    readonly type: Type;
    readonly data: Static<Defined[Type]['schema']>;
  };
}[keyof Defined & string];

/** `{type, data}` of every event in a category, as a discriminated union: what deciders return. */
export type EventOf<C extends Category> = DefinedEvent<C['definitions']>;

/** A decided event with its id and metadata, ready to be appended. */
export type WithMetadata<Event> = Event & NewEvent;

/** An event as it was recorded. */
export type Recorded<Event> = Event &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position'> & { readonly metadata: EventMetadata };

/** An event of a category as it was recorded. */
export type RecordedOf<C extends Category> = Recorded<EventOf<C>>;

/**
 * The data of an event as its maker must give it: optional fields are named too, with undefined where there is nothing to
 * say. So the compiler finds the maker that does not fill a new field.
 */
export type Complete<Data> = { [Field in keyof Required<Data>]: Data[Field] };

/** The id in a stream name: the part after the first dash. */
export function streamId(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
