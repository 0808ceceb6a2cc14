import type { AddCommand } from '../cli.ts';
import { addDeliveries } from '../webhooks/deliveries.ts';
import { addEndpoints } from '../webhooks/endpoints.ts';
import { addListen } from '../webhooks/listen.ts';
import { addRedeliver } from '../webhooks/redeliver.ts';
import { addSample } from '../webhooks/sample.ts';
import { addShow } from '../webhooks/show.ts';

/** `postledger webhooks`: the deliveries of events to the customers' endpoints. */
export const webhooks: AddCommand = (group, cli) => {
  for (const add of [addEndpoints, addDeliveries, addShow, addRedeliver, addSample, addListen])
    add(group, cli);
};
