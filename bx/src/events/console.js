// src/events/console.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { Instant, nullable, personal, Uuid } from "./schema.js";
var ConsoleRole = Type.Union([
  Type.Literal("viewer"),
  Type.Literal("support"),
  Type.Literal("operator"),
  Type.Literal("auditor")
]);
var consoleLogin = category("console", {
  ConsoleLoginOffered: {
    v: 1,
    meaning: "An operator made a link by which a person may log in to the console once.",
    schema: Type.Object({
      name: personal(Type.String()),
      role: ConsoleRole,
      /** The one that the person sees; null: every one. */
      workspaceId: nullable(Uuid),
      /** Until when the link may be used. */
      expiresAt: Instant
    })
  },
  ConsoleLoggedIn: {
    v: 1,
    meaning: "The person used the link.",
    schema: Type.Object({ expiresAt: Instant })
  },
  ConsoleLoggedOut: {
    v: 1,
    meaning: "The person ended the session.",
    schema: Type.Object({})
  },
  ConsoleSessionsEnded: {
    v: 1,
    meaning: "An operator ended the links and sessions of a person, or of everyone.",
    schema: Type.Object({
      /** Null: of everyone. */
      name: nullable(personal(Type.String()))
    })
  }
});
var EVERY_SESSION = "all";
export {
  ConsoleRole,
  EVERY_SESSION,
  consoleLogin
};
//# sourceMappingURL=console.js.map
