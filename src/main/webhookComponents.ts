import { type Dispatch, webhookDispatch } from '../dispatcher/dispatch.ts';
import { endpointDirectory } from '../dispatcher/endpoints.ts';
import { watchTotals } from '../dispatcher/totals.ts';
import { projectionConsumerName } from '../runtime/projectionConsumer.ts';
import type { ComponentParts } from './components.ts';
import { partitionsOf } from './options.ts';
import type { Components } from './role.ts';

/** The dispatch of this process, over the work index of webhooks. */
export function dispatchOf({ ports, ledger, models, settings }: ComponentParts): Dispatch {
  const { secrets, poster, log, metrics, clock } = ports;
  return webhookDispatch({
    ...{ ledger, secrets, poster, metrics, log },
    endpoints: endpointDirectory(ledger.store, clock),
    collection: models.webhookWork,
    partitions: partitionsOf(settings),
  });
}

/** The loops of webhooks: the dispatch itself, and the gauges of what is pending and dead. */
export function webhookLoops(
  { ports, projections, models }: ComponentParts,
  dispatch: Dispatch,
): Components['loops'] {
  const index = projectionConsumerName(projections.webhookWork);
  return [
    {
      role: 'dispatcher',
      consults: [projections.webhookWork],
      run: (signal, _, { held, checkpoints, throttle }) =>
        dispatch.run({ held, indexPosition: () => checkpoints.lowest(index), throttle, signal }),
    },
    {
      role: 'dispatcher',
      consults: [],
      run: (signal, mayRun) => watchTotals({ ...ports, ...models }, signal, mayRun),
    },
  ];
}
