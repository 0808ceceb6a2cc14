import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { logInToConsole, offeredTo } from '../commands/console/consoleLogin.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { actForm } from './elements.ts';
import { documentOf } from './layout.ts';
import { ConsoleFault } from './page.ts';

const OVER =
  'The link does not work: it works once, within ten minutes. Make another one: postledger console login';

/** Logging in by the link that `postledger console login` prints. Opening it does nothing yet: programs open links too. */
export function logInRoutes(app: FastifyInstance, { ledger }: ConsoleDependencies): void {
  app.get<{ Params: { secret: string } }>('/login/:secret', async ({ params }, reply) => {
    const person = await offeredTo(ledger, params.secret);
    if (person === null) throw new ConsoleFault(401, OVER);
    const body = html`<p>You log in as <strong>${person.name}</strong>, ${person.role}.</p>
${actForm({ csrf: await reply.generateCsrf() }, `/login/${encodeURIComponent(params.secret)}`, 'Log in')}`;
    return reply
      .type('text/html; charset=utf-8')
      .send(String(documentOf({ title: 'Log in', body }, null, null)));
  });
  app.post<{ Params: { secret: string } }>(
    '/login/:secret',
    { preHandler: app.csrfProtection },
    async ({ params, session }, reply) => {
      const { login } = await logInToConsole(ledger, params.secret);
      // Another session: what was known of the one before must not lead into it.
      session.regenerate();
      session.set('login', login);
      return reply.redirect('/', 303);
    },
  );
}
