// src/events/webhooks.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { Uuid } from "./schema.js";
var EndpointStatus = Type.Union([Type.Literal("ACTIVE"), Type.Literal("DISABLED")]);
var webhooks = category("webhooks", {
  WebhookEndpointCreated: {
    v: 1,
    meaning: "An endpoint receives events from now on.",
    schema: Type.Object({
      endpointId: Uuid,
      name: Type.String(),
      url: Type.String(),
      /** Subscriptions as the customer gave them: `*`, or kinds in either spelling. */
      events: Type.Array(Type.String()),
      /** Sealed under the master key (secrets port), bound to the endpoint's id. */
      sealedSecret: Type.String()
    })
  },
  WebhookSecretResealed: {
    v: 1,
    meaning: "The endpoint's signing secret, which is the same, is sealed under another master key.",
    schema: Type.Object({ endpointId: Uuid, sealedSecret: Type.String() })
  },
  WebhookEndpointChanged: {
    v: 1,
    meaning: "The given fields of the endpoint changed; deletion is status DISABLED.",
    schema: Type.Object({
      endpointId: Uuid,
      name: Type.Optional(Type.String()),
      url: Type.Optional(Type.String()),
      events: Type.Optional(Type.Array(Type.String())),
      status: Type.Optional(EndpointStatus)
    })
  }
});
export {
  webhooks
};
//# sourceMappingURL=webhooks.js.map
