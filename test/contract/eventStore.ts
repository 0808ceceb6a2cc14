import type { EventStore } from '../../src/ports/eventStore.ts';
import { appendContract } from './eventStore/append.ts';
import { conflictContract } from './eventStore/conflict.ts';
import { partsOfEventsContract } from './eventStore/parts.ts';
import { readContract } from './eventStore/read.ts';
import { retryContract } from './eventStore/retry.ts';
import { subscribeContract } from './eventStore/subscribe.ts';
import type { Factory } from './opened.ts';

export interface EventStoreContractOptions {
  /** Events of the long catch-up; 10,000 when absent. */
  readonly catchUpEvents?: number;
}

/** Every rule of src/ports/eventStore.ts as a test, against whatever the factory opens (once a part). */
export function eventStoreContract(
  name: string,
  factory: Factory<EventStore>,
  options: EventStoreContractOptions = {},
): void {
  appendContract(`${name}: append`, factory);
  conflictContract(`${name}: conflicts`, factory);
  retryContract(`${name}: repeated appends`, factory);
  readContract(`${name}: reading`, factory);
  partsOfEventsContract(`${name}: parts`, factory);
  subscribeContract(`${name}: subscriptions`, factory, options);
}
