import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { type ConsoleLogin, linkOf, logInToConsole, SHOWN_LOGIN } from '../commands/console/consoleLogin.ts';
import { plainAddress } from '../queues/networkOf.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { actForm } from './elements.ts';
import { sendPage } from './layout.ts';
import { ConsoleFault } from './page.ts';

const ANOTHER = 'Make another one: postledger console login';

/** Logging in by the link that `postledger console login` prints. Opening it does nothing yet: programs open links too. */
export function logInRoutes(app: FastifyInstance, { ledger }: ConsoleDependencies): void {
  app.get<{ Params: { secret: string } }>('/login/:secret', async ({ params }, reply) => {
    const person = await usableLink(ledger, params.secret);
    const body = html`<p>You log in as <strong>${person.name}</strong>, ${person.role}.</p>
${actForm({ csrf: await reply.generateCsrf() }, `/login/${encodeURIComponent(params.secret)}`, 'Log in')}`;
    return sendPage(reply, { title: 'Log in', body });
  });
  app.post<{ Params: { secret: string } }>(
    '/login/:secret',
    { preHandler: app.csrfProtection },
    async ({ params: { secret }, session, ip }, reply) => {
      await usableLink(ledger, secret);
      const { login } = await logInToConsole(ledger, secret, plainAddress(ip));
      // Another session: what was known of the one before must not lead into it.
      session.regenerate();
      session.set('login', login);
      return reply.redirect('/', 303);
    },
  );
}

/** @throws ConsoleFault that says to the one who has the link what became of it */
async function usableLink(ledger: ConsoleDependencies['ledger'], secret: string): Promise<ConsoleLogin> {
  const link = await linkOf(ledger, secret);
  if (link?.standing === 'not used') return link;
  if (link === null || link.usedAt === null)
    throw new ConsoleFault(
      401,
      `The link does not work: it is over, was revoked, or was never made. ${ANOTHER}`,
    );
  const { usedAt, usedFrom, login, standing } = link;
  const ends = `postledger console logins --revoke ${login.slice(0, SHOWN_LOGIN)}`;
  const mend = standing === 'logged in' ? ` If that was not you, end its session: ${ends}.` : '';
  throw new ConsoleFault(
    401,
    `The link works once, and was used at ${usedAt}${usedFrom === null ? '' : ` from ${usedFrom}`}.${mend} ${ANOTHER}`,
  );
}
