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
import { actForm, factsOf, field, figure, figures, foreign, partOf, tableOf, timeOf } from '../elements.ts';
import { idOf, pathIn } from '../links.ts';
import { type Html, may, type Right, type WorkspaceVisit, whenShown } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { domainsOf } from './domains.ts';

/** What has pages of its own. */
const LISTS: readonly (readonly [path: string, label: string, needs: Right])[] = [
  ['templates', 'Templates', 'see'],
  ['campaigns', 'Campaigns and audiences', 'see'],
  ['contacts', 'Contacts', 'contents'],
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
    const links = LISTS.filter(([, , needs]) => may(visit.session, needs)).map(
      ([path, label]) => html`<li><a href="${pathIn(visit.workspace, path)}">${label}</a></li>`,
    );
    const body = html`<nav aria-label="Lists"><ul>${links}</ul></nav>${parts}`;
    return { title: `Settings of ${visit.workspace.name}`, body };
  });
  const shown = ({ workspace }: WorkspaceVisit, says: string, position: Position | null) => {
    const done = { to: pathIn(workspace, 'settings'), says };
    return whenShown(done, models.workspaces, workspace.id, position, ledger.clock);
  };
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
  const document = (await models.workspaces.get(workspace.id))?.document;
  const { pace = null, suspended = null, openedAt = null } = document ?? {};
  const [verb, label] = suspended === null ? ['suspend', 'Suspend it'] : ['resume', 'Let it send again'];
  const reason = field('Reason, which its callers read', 'reason', html`required maxlength="500"`);
  const paceFields = html`${field('Recipients a second', 'per_second', html`type="number" min="1" required value="${pace?.perSecond ?? ''}"`)}
${field('a UTC day', 'per_day', html`type="number" min="1" required value="${pace?.perDay ?? ''}"`)}`;
  const acts = html`${actForm(visit, pathIn(workspace, 'settings/pace'), 'Set the pace', {}, paceFields)}
${actForm(visit, pathIn(workspace, `settings/${verb}`), label, {}, reason)}`;
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
${may(session, 'administer') && acts}`;
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
  const revoke = ({ keyId, name, expiresAt, revokedAt }: ApiKeyDocument): Html | string => {
    if (revokedAt !== null) return html`revoked ${timeOf(revokedAt)}`;
    if (expiresAt !== null && Date.parse(expiresAt) <= ledger.clock.nowMs()) return 'expired';
    if (!may(visit.session, 'administer')) return 'works';
    return html`<a href="${pageOf(keyId)}">Revoke ${name || keyId} …</a>`;
  };
  const pageOf = (keyId: string) => pathIn(visit.workspace, `settings/keys/${keyId}`);
  return html`<h2>Keys</h2>${tableOf(
    'API keys, the oldest first',
    {
      Name: ({ name, keyId }) =>
        html`<a href="${pageOf(keyId)}">${foreign(name || keyId)}</a> ${idOf(keyId, name || 'the key')}`,
      Scopes: ({ scopes }) => scopes.join(', '),
      Created: ({ createdAt }) => timeOf(createdAt),
      'Last sent on': ({ keyId }) => uses.get(keyId)?.document.lastSentOn ?? 'never',
      Expires: ({ expiresAt }) => timeOf(expiresAt) ?? 'never',
      State: revoke,
    },
    keys,
    'There is no key.',
  )}`;
}

const CREDITS = { opening: 'Before', granted: 'Granted', email: 'Email', sms: 'SMS', closing: 'After' };

async function creditsOf({ models }: ConsoleDependencies, workspace: string): Promise<Html> {
  const months: ({ readonly month: string } & Record<keyof typeof CREDITS, number>)[] = [];
  for await (const month of creditMonthsOf(models.creditMonths, workspace)) months.unshift(month);
  return html`<h2>Credits</h2>${tableOf(
    'UTC months, the newest first',
    {
      Month: ({ month }) => month,
      ...figures(Object.keys(CREDITS) as (keyof typeof CREDITS)[], CREDITS),
    },
    months,
    'No credits were granted or used.',
  )}`;
}

async function numbersOf({ models, ledger }: ConsoleDependencies, workspace: string): Promise<Html> {
  const optOuts = new Map<string, number>();
  for await (const { sender } of listSmsOptOuts(models.smsOptOuts, workspace))
    optOuts.set(sender, (optOuts.get(sender) ?? 0) + 1);
  return html`<h2>Numbers</h2>${tableOf<string>(
    'Numbers for text messages, the earliest assigned first',
    {
      Number: (number) => number,
      'Opted out of it': figure((number) => optOuts.get(number) ?? 0),
    },
    await smsNumbersOf(ledger, workspace),
    'No number is assigned.',
  )}`;
}
