import type { StartUp } from '../api/startUp.ts';
import type { Projections } from '../projections/readModels.ts';
import type { AnyProjection } from '../runtime/fold/projection.ts';
import type { CatchUp } from '../runtime/follow/caughtUp.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';

/**
 * The read models that taking in a message rests on. Whatever they lack is not merely late: a suppressed address would
 * get mail, a withdrawn template be sent, a good key be refused.
 */
const SEND_MODELS = [
  'apiKeys',
  'suppressions',
  'templates',
  'smsTemplates',
] as const satisfies readonly (keyof Projections)[];

const modelsFor = (projections: Projections): readonly AnyProjection[] =>
  SEND_MODELS.map((name) => projections[name]);

/** The checkpoints that the api watches, wherever their projector runs. */
export function sendConsumers(projections: Projections): readonly string[] {
  return modelsFor(projections).map(projectionConsumerName);
}

/** What the api may do as yet, by the checkpoints of `sendConsumers`. */
export function startUpOf(projections: Projections, catchUp: CatchUp): StartUp {
  const consumers = sendConsumers(projections);
  const keys = [projectionConsumerName(projections.apiKeys)];
  let takesSends = false;
  let knowsKeys = false;
  return {
    get takesSends() {
      takesSends ||= catchUp.behind(consumers).length === 0;
      return takesSends;
    },
    get knowsKeys() {
      knowsKeys ||= catchUp.behind(keys).length === 0;
      return knowsKeys;
    },
    checks: () =>
      Object.fromEntries(
        modelsFor(projections).map((projection) => [
          projection.name,
          catchUp.behind([projectionConsumerName(projection)]).length === 0,
        ]),
      ),
  };
}
