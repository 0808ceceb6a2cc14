import type { Ledger } from '../commands/ledger.ts';
import type { Settings } from '../config.ts';
import { type Dispatch, webhookDispatch } from '../dispatcher/dispatch.ts';
import { endpointDirectory } from '../dispatcher/endpoints.ts';
import { watchTotals } from '../dispatcher/totals.ts';
import type { Ports } from '../ports/ports.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import { projectionConsumerName } from '../runtime/projectionConsumer.ts';
import { partitionsOf } from './options.ts';
import type { Components } from './role.ts';

/** What of the service the dispatch is made of. */
interface WebhookParts {
  readonly settings: Settings;
  readonly ports: Ports;
  readonly ledger: Ledger;
  readonly projections: Projections;
  readonly models: ReadModels;
}

/** The dispatch of this process, over the work index of webhooks. */
export function dispatchOf({ ports, ledger, models, settings }: WebhookParts): Dispatch {
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
  { ports, projections, models }: WebhookParts,
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
