// src/events/hooks.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { nullable, Uuid } from "./schema.js";
import { uuid5 } from "./uuid5.js";
var HOOK_ROUTES = ["ses", "kumomta", "postal"];
var hooks = category("hooks", {
  HookAddressCreated: {
    v: 1,
    meaning: "Another address for the reports of a mail service was created; its token is not stored.",
    schema: Type.Object({
      hookId: Uuid,
      route: Type.Union([Type.Literal("ses"), Type.Literal("kumomta"), Type.Literal("postal")]),
      name: nullable(Type.String())
    })
  },
  HookAccountFixed: {
    v: 1,
    meaning: "The first topic of Amazon SNS subscribed to the address: only topics of its account may report there.",
    schema: Type.Object({ hookId: Uuid, account: Type.String() })
  },
  HookAddressRevoked: {
    v: 1,
    meaning: "The address takes no reports from now on, and answers like an address that never existed.",
    schema: Type.Object({ hookId: Uuid })
  }
});
var HOOKS_STREAM = hooks.stream("addresses");
function firstHookIdOf(route) {
  return uuid5("hook", route);
}
export {
  HOOKS_STREAM,
  HOOK_ROUTES,
  firstHookIdOf,
  hooks
};
//# sourceMappingURL=hooks.js.map
