import type { Static, TObject } from 'typebox';
import type { EventMetadata, RecordedEvent } from './envelope.ts';

/** What the catalogue knows of one event type. */
export interface EventDefinition<Schema extends TObject = TObject> {
  /** Current version of the payload, from 1. */
  readonly v: number;
  readonly schema: Schema;
  /** What happened, for whoever reads the log. */
  readonly meaning: string;
  /** `upcasters[n]` turns a payload of version n + 1 into version n + 2. */
  readonly upcasters?: readonly ((data: Record<string, unknown>) => Record<string, unknown>)[];
}

/** The event types of one kind of stream. Stream names are `name-id`. */
export interface Category<
  Definitions extends Record<string, EventDefinition> = Record<string, EventDefinition>,
> {
  readonly name: string;
  readonly definitions: Definitions;
  stream(id: string): string;
}

export function category<Definitions extends Record<string, EventDefinition>>(
  name: string,
  definitions: Definitions,
): Category<Definitions> {
  return { name, definitions, stream: (id) => `${name}-${id}` };
}

/** `{type, data}` of every event in a category, as a discriminated union: what deciders return. */
export type EventOf<C extends Category> = {
  [Type in keyof C['definitions'] & string]: {
    readonly type: Type;
    readonly data: Static<C['definitions'][Type]['schema']>;
  };
}[keyof C['definitions'] & string];

/** An event of a category as it was recorded. */
export type RecordedOf<C extends Category> = EventOf<C> &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position'> & { readonly metadata: EventMetadata };

/** The id in a stream name: what stands behind the first dash. */
export function streamId(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
