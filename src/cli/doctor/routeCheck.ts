import { openRouteNews, worstRoute } from '../../sender/route/routeNews.ts';
import type { CliContext } from '../context.ts';
import { type Check, fine, wrong } from './check.ts';

/** What the processes that send say themselves of their way out: it need not be this machine's. */
export const routeCheck = ({
  documents,
  ledger: { clock },
}: Pick<CliContext, 'documents'> & { ledger: Pick<CliContext['ledger'], 'clock'> }): Check => ({
  name: 'mail, as senders say',
  run: async () => {
    const worst = await worstRoute(await openRouteNews(documents), clock.nowMs());
    if (worst === null) return fine('no sender runs');
    const { route, state, trouble, since } = worst;
    if (state === 'open') return fine(`${route} takes it, since ${since}`);
    return wrong(
      `${route} has been ${state} since ${since}: ${trouble}`,
      'Look into the log of the process that sends: it said why, once. Messages wait and lose nothing.',
    );
  },
});
