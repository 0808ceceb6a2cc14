import { html } from 'hono/html';
import { counted } from '../../audit/wording.ts';
import { smsNumbersOf } from '../../commands/sms/smsNumber.ts';
import { setSendingPace } from '../../commands/workspace/setSendingPace.ts';
import { decideSuspension } from '../../commands/workspace/suspension.ts';
import type { Position } from '../../events/event.ts';
import { type ApiKeyDocument, listApiKeys } from '../../projections/apiKeys.ts';
import { creditMonthsOf } from '../../projections/creditMonths.ts';
import { listSmsOptOuts } from '../../projections/smsOptOuts.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { actForm, factsOf, field, figure, foreign, tableOf, timeOf } from '../elements.ts';
import { pathIn } from '../layout.ts';
import { idOf } from '../names.ts';
import { partOf } from '../notAsked.ts';
import { type Html, NOTHING, type WorkspaceVisit } from '../page.ts';
import { may, type Right } from '../roles.ts';
import type { AddPages } from '../routes.ts';
import { whenShown } from '../whenShown.ts';
import { domainsOf } from './domains.ts';

/** What has pages of its own. */
const LISTS: readonly { readonly path: string; readonly label: string; readonly needs: Right }[] = [
  { path: 'templates', label: 'Templates', needs: 'see' },
  { path: 'campaigns', label: 'Campaigns and audiences', needs: 'see' },
  { path: 'contacts', label: 'Contacts', needs: 'contents' },
];

/** Messages that wait are counted up to so many. */
const COUNTED = 1_000;

/** A workspace: pace, suspension, keys, credits, domains, numbers. */
export const settingsPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  routes.workspacePage('settings', 'see', async (visit) => {
    const { id } = visit.workspace;
    const parts = await Promise.all([
      partOf('Pace and state', () => sendingOf(dependencies, visit)),
      partOf('Keys', () => keysOf(dependencies, visit)),
      partOf('Credits', () => creditsOf(dependencies, id)),
      domainsOf(dependencies, visit),
      partOf('Numbers', () => numbersOf(dependencies, id)),
    ]);
    const links = LISTS.filter(({ needs }) => may(visit.session, needs)).map(
      ({ path, label }) => html`<li><a href="${pathIn(visit.workspace, path)}">${label}</a></li>`,
    );
    const body = html`<nav aria-label="Lists"><ul>${links}</ul></nav>${parts}`;
    return { title: `Settings of ${visit.workspace.name}`, body };
  });
  const here = ({ workspace }: WorkspaceVisit) => pathIn(workspace, 'settings');
  const shown = (visit: WorkspaceVisit, says: string, position: Position | null) =>
    whenShown({ to: here(visit), says }, models.workspaces, visit.workspace.id, position, ledger.clock);
  routes.workspaceAct('settings/pace', 'administer', async (visit) => {
    const limits = { perSecond: Number(visit.form.per_second), perDay: Number(visit.form.per_day) };
    const position = await setSendingPace(ledger, visit.origin, limits);
    const says = `It sends to ${limits.perSecond} recipients a second, ${limits.perDay} a day.`;
    return shown(visit, says, position);
  });
  for (const [verb, says] of [
    ['suspend', 'It sends nothing until it is resumed.'],
    ['resume', 'It sends again.'],
  ] as const)
    routes.workspaceAct(`settings/${verb}`, 'administer', async (visit) => {
      const { reason = '' } = visit.form;
      const position = await decideSuspension(ledger, visit.origin, { do: verb, reason });
      return shown(visit, says, position);
    });
};

async function sendingOf({ models }: ConsoleDependencies, visit: WorkspaceVisit): Promise<Html> {
  const { workspace, session } = visit;
  const document = (await models.workspaces.get(workspace.id))?.document ?? null;
  const { pace = null, suspended = null, openedAt = null } = document ?? {};
  const act = (path: string) => pathIn(workspace, `settings/${path}`);
  const verb = suspended === null ? 'suspend' : 'resume';
  return html`${factsOf({
    Id: workspace.id,
    Opened: timeOf(openedAt),
    Pace:
      pace === null
        ? 'as the settings of the service say'
        : `${pace.perSecond} recipients a second, ${pace.perDay} a UTC day`,
    State:
      suspended === null
        ? 'sends'
        : html`<span class="bad">suspended since ${timeOf(suspended.at)}: ${suspended.reason}</span>`,
    Waits: await waitingOf(models, workspace.id),
  })}
${
  may(session, 'administer')
    ? html`${actForm(
        visit,
        act('pace'),
        'Set the pace',
        {},
        html`${field('Recipients a second', 'per_second', html`type="number" min="1" required value="${pace?.perSecond ?? ''}"`)}
${field('a UTC day', 'per_day', html`type="number" min="1" required value="${pace?.perDay ?? ''}"`)}`,
      )}
${actForm(
  visit,
  act(verb),
  suspended === null ? 'Suspend it' : 'Let it send again',
  {},
  field('Reason, which its callers read', 'reason', html`required maxlength="500"`),
)}`
    : NOTHING
}`;
}

/** What was accepted and not tried yet: a pace, a closed route or the senders hold it back. */
async function waitingOf({ messages }: ConsoleDependencies['models'], workspace: string): Promise<Html> {
  const query = { index: 'byStatus', equals: [workspace, 'queued'] };
  const [oldest, ...others] = await messages.page({ ...query, limit: COUNTED });
  if (oldest === undefined) return html`nothing`;
  const count = others.length + 1;
  const waits = count < COUNTED ? counted(count, 'message') : `${COUNTED} messages or more`;
  return html`${waits}, the oldest since ${timeOf(oldest.document.createdAt)}`;
}

async function keysOf({ models, ledger }: ConsoleDependencies, visit: WorkspaceVisit): Promise<Html> {
  const keys = await listApiKeys(models.apiKeys, visit.workspace.id);
  const uses = await models.keyUses.getMany(keys.map(({ keyId }) => keyId));
  const revoke = ({ keyId, name, expiresAt, revokedAt }: ApiKeyDocument): Html | null => {
    if (revokedAt !== null) return html`revoked ${timeOf(revokedAt)}`;
    if (expiresAt !== null && Date.parse(expiresAt) <= ledger.clock.nowMs()) return html`expired`;
    if (!may(visit.session, 'administer')) return html`works`;
    return html`<a href="${pageOf(keyId)}">Revoke ${name || keyId} …</a>`;
  };
  const pageOf = (keyId: string) => pathIn(visit.workspace, `settings/keys/${keyId}`);
  return html`<h2>Keys</h2>${tableOf(
    'API keys, the oldest first',
    [
      {
        heading: 'Name',
        of: ({ name, keyId }) =>
          html`<a href="${pageOf(keyId)}">${foreign(name || keyId)}</a> ${idOf(keyId, name || 'the key')}`,
      },
      { heading: 'Scopes', of: ({ scopes }) => scopes.join(', ') },
      { heading: 'Created', of: ({ createdAt }) => timeOf(createdAt) },
      { heading: 'Last sent on', of: ({ keyId }) => uses.get(keyId)?.document.lastSentOn ?? 'never' },
      { heading: 'Expires', of: ({ expiresAt }) => timeOf(expiresAt) ?? 'never' },
      { heading: 'State', of: revoke },
    ],
    keys,
    'There is no key.',
  )}`;
}

async function creditsOf({ models }: ConsoleDependencies, workspace: string): Promise<Html> {
  const months: Record<'month' | 'opening' | 'granted' | 'email' | 'sms' | 'closing', string | number>[] = [];
  for await (const month of creditMonthsOf(models.creditMonths, workspace)) months.unshift(month);
  const number = (name: 'opening' | 'granted' | 'email' | 'sms' | 'closing', heading: string) =>
    figure<(typeof months)[number]>(heading, (month) => month[name]);
  return html`<h2>Credits</h2>${tableOf(
    'UTC months, the newest first',
    [
      { heading: 'Month', of: ({ month }) => month },
      number('opening', 'Before'),
      number('granted', 'Granted'),
      number('email', 'Email'),
      number('sms', 'SMS'),
      number('closing', 'After'),
    ],
    months,
    'No credits were granted or used.',
  )}`;
}

async function numbersOf({ models, ledger }: ConsoleDependencies, workspace: string): Promise<Html> {
  const optOuts = new Map<string, number>();
  for await (const { sender } of listSmsOptOuts(models.smsOptOuts, workspace))
    optOuts.set(sender, (optOuts.get(sender) ?? 0) + 1);
  return html`<h2>Numbers</h2>${tableOf(
    'Numbers for text messages, the earliest assigned first',
    [
      { heading: 'Number', of: (number) => number },
      { heading: 'Opted out of it', isNumber: true, of: (number) => optOuts.get(number) ?? 0 },
    ],
    await smsNumbersOf(ledger, workspace),
    'No number is assigned.',
  )}`;
}
