import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { runSealer } from '../../src/audit/sealer.ts';
import type { SealBounds } from '../../src/audit/sealStream.ts';
import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import type { NewEvent, RecordedEvent } from '../../src/events/event.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';

const SEALED_WITHIN_MS = 60_000;

/** A ledger whose sealer runs while time passes. */
export async function sealedLog<Store extends EventStore>(store: Store, seed = 'sealed') {
  const clock = manualClock();
  const ids = seededIds(seed);
  const ledger = { store, clock, ids };
  const secrets = sealedSecrets(Buffer.alloc(32, 9), ids);
  await openLedger(ledger, secrets);
  let streams = 0;

  const event = (text: string): NewEvent => ({
    id: ids.uuid(),
    type: 'Noted',
    data: { text },
    metadata: {
      ...{ v: 1, workspace: ids.uuid(), actor: 'key:1', correlation: ids.uuid(), causation: null },
      at: new Date(clock.nowMs()).toISOString(),
    },
  });
  return {
    ledger,
    secrets,
    event,
    /** Appends so many events, each to a stream of its own. */
    async write(events: number): Promise<void> {
      for (let n = 0; n < events; n++)
        await store.append(`note-${streams++}`, 'no-stream', [event(`note ${streams}`)]);
    },
    /** Lets a sealer run for so many minutes. */
    async seal(minutes = 1, maySeal = () => true, under = secrets, bounds: SealBounds = {}): Promise<void> {
      const stop = new AbortController();
      const dependencies = { ledger, secrets: under, log: quietLog };
      const running = runSealer(dependencies, stop.signal, maySeal, bounds);
      await clock.asleep();
      for (let minute = 0; minute < minutes; minute++) await clock.advance(SEALED_WITHIN_MS);
      stop.abort();
      await running;
    },
    seals: async (): Promise<readonly RecordedEvent[]> => store.readStream('seal'),
  };
}
