// src/console/logIn.ts
import { html } from "hono/html";
import { logInToConsole, offeredTo } from "../commands/console/consoleLogin.js";
import { actForm } from "./elements.js";
import { documentOf } from "./layout.js";
import { ConsoleFault } from "./page.js";
var OVER = "The link does not work: it works once, within ten minutes. Make another one: postledger console login";
function logInRoutes(app, { ledger }) {
  app.get("/login/:secret", async ({ params }, reply) => {
    const person = await offeredTo(ledger, params.secret);
    if (person === null) throw new ConsoleFault(401, OVER);
    const body = html`<p>You log in as <strong>${person.name}</strong>, ${person.role}.</p>
${actForm({ csrf: await reply.generateCsrf() }, `/login/${encodeURIComponent(params.secret)}`, "Log in")}`;
    return reply.type("text/html; charset=utf-8").send(String(documentOf({ title: "Log in", body }, null, null)));
  });
  app.post(
    "/login/:secret",
    { preHandler: app.csrfProtection },
    async ({ params, session }, reply) => {
      const { login } = await logInToConsole(ledger, params.secret);
      session.regenerate();
      session.set("login", login);
      return reply.redirect("/", 303);
    }
  );
}
export {
  logInRoutes
};
//# sourceMappingURL=logIn.js.map
