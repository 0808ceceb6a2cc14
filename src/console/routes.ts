import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ConsoleSession,
  consoleSession,
  logOutOfConsole,
  originOf,
} from '../commands/console/consoleLogin.ts';
import { workspaceNamed } from '../commands/workspace/openWorkspace.ts';
import { DocumentsUnavailable } from '../ports/documents.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { sendPage } from './layout.ts';
import {
  ConsoleFault,
  type ConsolePage,
  type Done,
  may,
  nothingHere,
  type Right,
  textsOf,
  type Visit,
  type Workspace,
  type WorkspaceVisit,
} from './page.ts';

/** One file a group of pages. */
export type AddPages = (routes: ReturnType<typeof routesOf>, dependencies: ConsoleDependencies) => void;

/** How pages and acts are added. `path` of those in a workspace begins after its name. */
export function routesOf(app: FastifyInstance, { ledger, models }: ConsoleDependencies) {
  const { enter, inWorkspace } = entrance(ledger);
  const send = (reply: FastifyReply, page: ConsolePage, visit: Visit, workspace: Workspace | null) => {
    // It was said only now: a page that failed before has not shown it.
    if (visit.says !== null) reply.request.session.set('says', undefined);
    return sendPage(reply, page, visit, workspace);
  };

  app.post('/logout', { preHandler: app.csrfProtection }, async (request, reply) => {
    const { session } = await enter(request, reply, 'see');
    await logOutOfConsole(ledger, session);
    request.session.delete();
    return reply.redirect('/', 303);
  });
  const of = (path: string) => `/w/:workspace/${path}`;
  return {
    page: (path: string, needs: Right, show: (visit: Visit) => Promise<ConsolePage>) =>
      app.get(path, async (request, reply) => {
        const visit = await enter(request, reply, needs);
        const workspace = await onlyWorkspace(models.workspaces, visit.session);
        return send(reply, await show(visit), visit, workspace);
      }),
    workspacePage: (path: string, needs: Right, show: (visit: WorkspaceVisit) => Promise<ConsolePage>) =>
      app.get(of(path), async (request, reply) => {
        const visit = await inWorkspace(await enter(request, reply, needs));
        return send(reply, await show(visit), visit, visit.workspace);
      }),
    /** What is answered by something else than a page, such as a file. */
    workspaceFile: (
      path: string,
      needs: Right,
      sendFile: (visit: WorkspaceVisit, reply: FastifyReply) => Promise<unknown>,
    ) =>
      app.get(of(path), async (request, reply) =>
        sendFile(await inWorkspace(await enter(request, reply, needs)), reply),
      ),
    workspaceAct: (path: string, needs: Right, act: (visit: WorkspaceVisit) => Promise<Done>) =>
      app.post(of(path), { preHandler: app.csrfProtection }, async (request, reply) => {
        const { to, says } = await act(await inWorkspace(await enter(request, reply, needs)));
        request.session.set('says', says);
        return reply.redirect(to, 303);
      }),
  };
}

/** Who comes in, and where: the session of a request and its right, then the workspace of its address. */
function entrance(ledger: ConsoleDependencies['ledger']) {
  const enter = async (request: FastifyRequest, reply: FastifyReply, needs: Right): Promise<Visit> => {
    const login = request.session.get('login');
    const session = login === undefined ? null : await consoleSession(ledger, login);
    if (session === null)
      throw new ConsoleFault(
        401,
        'You are not logged in. On the machine of the service: postledger console login',
      );
    if (!may(session, needs))
      throw new ConsoleFault(403, `As ${session.role} you may not do this. Nothing was done.`);
    return {
      session,
      params: textsOf(request.params),
      query: textsOf(request.query),
      form: textsOf(request.body),
      csrf: await reply.generateCsrf(),
      says: request.session.get('says') ?? null,
      // In a link two slashes at the start would name another host.
      url: request.url.replace(/^\/{2,}/, '/'),
    };
  };
  const inWorkspace = async (visit: Visit): Promise<WorkspaceVisit> => {
    const workspace = await workspaceNamed(ledger.store, visit.params.workspace ?? '');
    const { workspaceId } = visit.session;
    // One's own is not told apart from one that does not exist.
    if (workspace === null || (workspaceId !== null && workspaceId !== workspace.id))
      throw nothingHere(`There is no workspace ${visit.params.workspace}.`);
    const origin = originOf(ledger, { ...visit.session, workspaceId: workspace.id });
    return { ...visit, workspace, origin };
  };
  return { enter, inWorkspace };
}

/** The only workspace that a person sees; null where there are several, or where that could not be asked for. */
async function onlyWorkspace(
  workspaces: ConsoleDependencies['models']['workspaces'],
  { workspaceId }: ConsoleSession,
): Promise<Workspace | null> {
  try {
    if (workspaceId !== null) return (await workspaces.get(workspaceId))?.document ?? null;
    const [only, another] = await workspaces.page({ index: 'byName', limit: 2 });
    return another === undefined ? (only?.document ?? null) : null;
  } catch (error) {
    if (error instanceof DocumentsUnavailable) return null;
    throw error;
  }
}
