import { HOOK_ROUTES, type HookRoute } from '../../intake/hooks/hookReport.ts';
import { hookToken } from '../../intake/hooks/takeHook.ts';
import { apiOptions } from '../../main/options.ts';
import { listing } from '../answer.ts';
import type { AddCommand } from '../cli.ts';

const ABOUT: Readonly<Record<HookRoute, string>> = {
  ses: 'Amazon SES: subscribe an SNS topic to it over HTTPS, without raw message delivery',
  kumomta: 'KumoMTA: a log hook that posts its records as JSON',
  postal: 'Postal: a webhook of the mail server, for all message events',
};

/** `postledger hooks`: where mail services tell what became of mail that went through them. */
export const hooks: AddCommand = (program, cli) => {
  const group = program
    .command('hooks')
    .description('where mail services report deliveries, bounces and complaints');
  const list = group
    .command('list')
    .description('the address of each; it is a secret, since whoever knows it can report');
  cli.doesOnLedger(
    list,
    async ({ settings, context }) => {
      const { baseUrl } = apiOptions(settings);
      const data = HOOK_ROUTES.map((route) => ({
        route,
        url: `${baseUrl}/hooks/${route}/${hookToken(context.tokens, route)}`,
        about: ABOUT[route],
      }));
      const rows = data.map(({ route, about, url }) => [route, about, url]);
      return { data, text: listing(['ROUTE', 'FOR', 'ADDRESS'], rows, '') };
    },
    { catchUp: false },
  );
};
