import { html } from 'hono/html';
import { positionsOf } from '../../audit/sealSearch.ts';
import { counted } from '../../audit/wording.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { revokeApiKey } from '../../commands/workspace/revokeApiKey.ts';
import type { RecordedEmailEvent } from '../../events/email.ts';
import { dayOf } from '../../events/fieldPatterns.ts';
import type { RecordedSmsEvent } from '../../events/sms.ts';
import { instant } from '../../ports/clock.ts';
import type { ApiKeyDocument } from '../../projections/apiKeys.ts';
import { logPages } from '../../rebuild/logPages.ts';
import { inBackground, refreshing } from '../background.ts';
import { actForm, factsOf, field, timeOf } from '../elements.ts';
import { idOf, pathIn } from '../links.ts';
import { ConsoleFault, type Html, may, ownOf, type WorkspaceVisit, whenShown } from '../page.ts';
import type { AddPages } from '../routes.ts';

/** What a person types to revoke a key: its name; of one without a name its id. */
const nameOf = ({ name, keyId }: ApiKeyDocument): string => name || keyId;

/** A key: what it has sent today, and revoking it. */
export const keyPages: AddPages = (routes, { models, ledger }) => {
  const count = keySends(ledger);
  routes.workspacePage('settings/keys/:id', 'see', async (visit) => {
    const { document: key } = await ownOf(models.apiKeys, visit, 'key', visit.params.id);
    const { keyId, scopes, createdAt, expiresAt, revokedAt } = key;
    const lastSentOn = (await models.keyUses.get(keyId))?.document.lastSentOn ?? 'never';
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
${refreshing(
  visit,
  count(keyId),
  (sends) => sentOf(sends, true),
  (sends) => sentOf(sends, false),
)}
${revokedAt === null && may(visit.session, 'administer') && revokeForm(visit, key)}`;
    return { title: `Key ${nameOf(key)}`, body };
  });
  routes.workspaceAct('settings/keys/revoke', 'administer', async (visit) => {
    const { document: key } = await ownOf(models.apiKeys, visit, 'key', visit.form.key);
    const { keyId } = key;
    if (visit.form.name?.trim() !== nameOf(key).trim())
      throw new ConsoleFault(400, `This is not the name of the key. Nothing was done: it still works.`);
    const position = await revokeApiKey(ledger, visit.origin, keyId);
    const to = pathIn(visit.workspace, 'settings');
    const done = { to, says: `Key ${nameOf(key)} is refused from now on.` };
    return whenShown(done, models.apiKeys, keyId, position, ledger.clock);
  });
};

function sentOf(sends: KeySends | null, isRunning: boolean): Html {
  if (sends === null) return html`<p role="status">The log of today is read.</p>`;
  const { day, mails, recipients, texts, lastAt } = sends;
  const said = `${counted(mails, 'mail')} to ${counted(recipients, 'recipient')}, ${counted(texts, 'text message')}`;
  const last = lastAt && html`, the last one ${timeOf(lastAt)}`;
  return html`<p role="status">${said} on ${day} (UTC)${isRunning ? ' so far: the log is read on' : last}.</p>`;
}

function revokeForm(visit: WorkspaceVisit, key: ApiKeyDocument): Html {
  const what = key.name ? 'name' : 'id';
  const attributes = html`required autocomplete="off" maxlength="500"`;
  const name = field(`Type the ${what} of the key`, 'name', attributes);
  return html`<h2>Revoke it</h2>
<p class="warn">Whoever calls with this key is refused at once, and it cannot be taken back. Messages that were accepted are sent.</p>
${actForm(visit, pathIn(visit.workspace, 'settings/keys/revoke'), 'Revoke the key', { key: key.keyId }, name)}`;
}

/** What a key has sent on a UTC day. */
const NOTHING_SENT = { day: '', mails: 0, recipients: 0, texts: 0, lastAt: null as string | null };
type KeySends = Readonly<typeof NOTHING_SENT>;

type Accepted = Extract<RecordedEmailEvent | RecordedSmsEvent, { type: 'EmailAccepted' | 'SmsAccepted' }>;

const PAGE = 1_000;

/** Counts what keys have sent today by the log, which alone knows by which key each message came. */
function keySends({ store, clock }: Pick<Ledger, 'store' | 'clock'>) {
  const count = inBackground<KeySends | null, KeySends>(clock, null);
  return (keyId: string) => {
    const day = dayOf(instant(clock.nowMs()));
    return count(`${keyId}/${day}`, async (onProgress) => {
      let sends: KeySends = { ...NOTHING_SENT, day };
      const { after } = await positionsOf(store, { since: `${day}T00:00:00.000Z`, until: null });
      const types = ['EmailAccepted', 'SmsAccepted'];
      for await (const page of logPages(store, { after, limit: PAGE, types, withoutParts: true })) {
        for (const event of page.events as readonly unknown[] as readonly Accepted[])
          if (event.metadata.actor === `key:${keyId}` && dayOf(event.metadata.at) === day)
            sends = withMessage(sends, event);
        onProgress(sends);
      }
      return sends;
    });
  };
}

function withMessage(sends: KeySends, { type, data, metadata }: Accepted): KeySends {
  const lastAt = metadata.at;
  if (type === 'SmsAccepted') return { ...sends, texts: sends.texts + 1, lastAt };
  const recipients = sends.recipients + data.recipients.length;
  return { ...sends, mails: sends.mails + 1, recipients, lastAt };
}
