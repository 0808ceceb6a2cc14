import { type Dispatch, webhookDispatch } from '../dispatcher/dispatch.ts';
import { endpointDirectory } from '../dispatcher/endpoints.ts';
import { watchTotals } from '../dispatcher/totals.ts';
import type { ComponentParts } from './componentParts.ts';
import { partitionsOf } from './options.ts';
import type { Components } from './role.ts';

/** What posts webhooks in this process. */
export function dispatchOf({ ports, ledger, models, settings }: ComponentParts): Dispatch {
  const { secrets, poster, log, metrics, clock } = ports;
  return webhookDispatch({
    ...{ ledger, secrets, poster, metrics, log },
    endpoints: endpointDirectory(ledger.store, clock),
    collection: models.webhookWork,
    partitions: partitionsOf(settings),
  });
}

/** The dispatch itself, and the figures of what waits. */
export function webhookLoops(
  { ports, projections, models }: ComponentParts,
  dispatch: Dispatch,
): Components['loops'] {
  return [
    {
      role: 'dispatcher',
      consults: [projections.webhookWork],
      run: (signal, _, { held, indexPosition, throttle }) =>
        dispatch.run({ held, indexPosition: () => indexPosition(projections.webhookWork), throttle, signal }),
      drained: dispatch.drained,
    },
    {
      role: 'dispatcher',
      consults: [],
      run: (signal, mayRun) => watchTotals({ ...ports, ...models }, signal, mayRun),
    },
  ];
}
