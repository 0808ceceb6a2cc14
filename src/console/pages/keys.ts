import { html } from 'hono/html';
import { counted } from '../../audit/wording.ts';
import { KEY_REVOKED_CHANNEL, revokeApiKey } from '../../commands/workspace/revokeApiKey.ts';
import type { ApiKeyDocument } from '../../projections/apiKeys.ts';
import { actForm, factsOf, field, refreshing, timeOf } from '../elements.ts';
import { type KeySends, keySends } from '../keySends.ts';
import { pathIn } from '../layout.ts';
import { idOf } from '../names.ts';
import { ConsoleFault, type Html, NOTHING, nothingHere, type WorkspaceVisit } from '../page.ts';
import { may } from '../roles.ts';
import type { AddPages } from '../routes.ts';
import { whenShown } from '../whenShown.ts';

/** What a person types to revoke a key: its name; of one without a name its id. */
const nameOf = ({ name, keyId }: ApiKeyDocument): string => name || keyId;

/** A key: what it has sent today, and revoking it. */
export const keyPages: AddPages = (routes, { models, ledger, hints }) => {
  const count = keySends(ledger);
  const keyFor = async ({ workspace }: WorkspaceVisit, id = ''): Promise<ApiKeyDocument> => {
    const key = (await models.apiKeys.get(id))?.document;
    if (key?.workspace !== workspace.id) throw nothingHere(`The workspace has no key ${id}.`);
    return key;
  };
  routes.workspacePage('settings/keys/:id', 'see', async (visit) => {
    const key = await keyFor(visit, visit.params.id);
    const { keyId, scopes, createdAt, expiresAt, revokedAt } = key;
    const lastSentOn = (await models.keyUses.get(keyId))?.document.lastSentOn ?? 'never';
    const work = count(keyId);
    const isRunning = work.status === 'running';
    const body = html`${factsOf({
      Name: key.name,
      Id: idOf(keyId, nameOf(key)),
      Scopes: scopes.join(', '),
      Created: timeOf(createdAt),
      Expires: timeOf(expiresAt) ?? 'never',
      Revoked: timeOf(revokedAt),
      'Last sent on': lastSentOn,
    })}
<h2>What it has sent today</h2>
${refreshing(visit, isRunning, sentOf(isRunning ? work.progress : work.result, isRunning))}
${revokedAt === null && may(visit.session, 'administer') ? revokeForm(visit, key) : NOTHING}`;
    return { title: `Key ${nameOf(key)}`, body };
  });
  routes.workspaceAct('settings/keys/revoke', 'administer', async (visit) => {
    const { key: keyId = '', name = '' } = visit.form;
    const key = await keyFor(visit, keyId);
    if (name.trim() !== nameOf(key).trim())
      throw new ConsoleFault(400, `This is not the name of the key. Nothing was done: it still works.`);
    const position = await revokeApiKey(ledger, visit.origin, keyId);
    const says = `Key ${nameOf(key)} is refused from now on.`;
    const done = { to: pathIn(visit.workspace, 'settings'), says };
    const shown = await whenShown(done, models.apiKeys, keyId, position, ledger.clock);
    hints.publish(KEY_REVOKED_CHANNEL, keyId);
    return shown;
  });
};

function sentOf(sends: KeySends | null, isRunning: boolean): Html {
  if (sends === null) return html`<p role="status">The log of today is read.</p>`;
  const { day, mails, recipients, texts, lastAt } = sends;
  const said = `${counted(mails, 'mail')} to ${counted(recipients, 'recipient')}, ${counted(texts, 'text message')}`;
  const last = lastAt === null ? NOTHING : html`, the last one ${timeOf(lastAt)}`;
  return html`<p role="status">${said} on ${day} (UTC)${isRunning ? ' so far: the log is read on' : last}.</p>`;
}

function revokeForm(visit: WorkspaceVisit, key: ApiKeyDocument): Html {
  const what = key.name ? 'name' : 'id';
  const name = field(
    `Type the ${what} of the key`,
    'name',
    html`required autocomplete="off" maxlength="500"`,
  );
  return html`<h2>Revoke it</h2>
<p class="warn">Whoever calls with this key is refused at once, and it cannot be taken back. Messages that were accepted are sent.</p>
${actForm(visit, pathIn(visit.workspace, 'settings/keys/revoke'), 'Revoke the key', { key: key.keyId }, name)}`;
}
