// src/console/routes.ts
import {
  consoleSession,
  logOutOfConsole,
  originOf
} from "../commands/console/consoleLogin.js";
import { workspaceNamed } from "../commands/workspace/openWorkspace.js";
import { DocumentsUnavailable } from "../ports/documents.js";
import { documentOf } from "./layout.js";
import {
  ConsoleFault,
  nothingHere,
  textsOf
} from "./page.js";
import { may } from "./roles.js";
function routesOf(app, { ledger, models }) {
  const { enter, enterPage, inWorkspace } = entrance(ledger);
  const send = (reply, page, visit, workspace) => {
    if (visit.says !== null) reply.request.session.set("says", void 0);
    return reply.code(page.status ?? 200).type("text/html; charset=utf-8").send(String(documentOf(page, visit, workspace)));
  };
  app.post("/logout", { preHandler: app.csrfProtection }, async (request, reply) => {
    const { session } = await enter(request, reply, "see");
    await logOutOfConsole(ledger, session);
    request.session.delete();
    return reply.redirect("/", 303);
  });
  const of = (path) => `/w/:workspace/${path}`;
  return {
    page: (path, needs, show) => app.get(path, async (request, reply) => {
      const visit = await enterPage(request, reply, needs);
      const workspace = await onlyWorkspace(models.workspaces, visit.session);
      return send(reply, await show(visit, workspace), visit, workspace);
    }),
    workspacePage: (path, needs, show) => app.get(of(path), async (request, reply) => {
      const visit = await inWorkspace(await enterPage(request, reply, needs));
      return send(reply, await show(visit), visit, visit.workspace);
    }),
    workspaceFile: (path, needs, sendFile) => app.get(
      of(path),
      async (request, reply) => sendFile(await inWorkspace(await enter(request, reply, needs)), reply)
    ),
    workspaceAct: (path, needs, act) => app.post(of(path), { preHandler: app.csrfProtection }, async (request, reply) => {
      const { to, says } = await act(await inWorkspace(await enter(request, reply, needs)));
      request.session.set("says", says);
      return reply.redirect(to, 303);
    })
  };
}
function entrance(ledger) {
  const enter = async (request, reply, needs) => {
    const login = request.session.get("login");
    const session = login === void 0 ? null : await consoleSession(ledger, login);
    if (session === null)
      throw new ConsoleFault(
        401,
        "You are not logged in. On the machine of the service: postledger console login"
      );
    if (!may(session, needs))
      throw new ConsoleFault(403, `As ${session.role} you may not do this. Nothing was done.`);
    return {
      session,
      params: textsOf(request.params),
      query: textsOf(request.query),
      form: textsOf(request.body),
      csrf: await reply.generateCsrf(),
      says: null,
      url: request.url
    };
  };
  const enterPage = async (request, reply, needs) => {
    const visit = await enter(request, reply, needs);
    return { ...visit, says: request.session.get("says") ?? null };
  };
  const inWorkspace = async (visit) => {
    const workspace = await workspaceNamed(ledger.store, visit.params.workspace ?? "");
    const { workspaceId } = visit.session;
    if (workspace === null || workspaceId !== null && workspaceId !== workspace.id)
      throw nothingHere(`There is no workspace ${visit.params.workspace}.`);
    const origin = originOf(ledger, { ...visit.session, workspaceId: workspace.id });
    return { ...visit, workspace, origin };
  };
  return { enter, enterPage, inWorkspace };
}
async function onlyWorkspace(workspaces, { workspaceId }) {
  try {
    if (workspaceId !== null) return (await workspaces.get(workspaceId))?.document ?? null;
    const [only, another] = await workspaces.page({ index: "byName", limit: 2 });
    return another === void 0 ? only?.document ?? null : null;
  } catch (error) {
    if (error instanceof DocumentsUnavailable) return null;
    throw error;
  }
}
export {
  routesOf
};
//# sourceMappingURL=routes.js.map
