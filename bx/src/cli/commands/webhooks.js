// src/cli/commands/webhooks.ts
import { addDeliveries } from "../webhooks/deliveries.js";
import { addEndpoints } from "../webhooks/endpoints.js";
import { addListen } from "../webhooks/listen.js";
import { addRedeliver } from "../webhooks/redeliver.js";
import { addSample } from "../webhooks/sample.js";
import { addShow } from "../webhooks/show.js";
var webhooks = (program, cli) => {
  const group = program.command("webhooks").description("deliveries of events to webhook endpoints");
  for (const add of [addEndpoints, addDeliveries, addShow, addRedeliver, addSample, addListen])
    add(group, cli);
};
export {
  webhooks
};
//# sourceMappingURL=webhooks.js.map
