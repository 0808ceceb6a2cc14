import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { webhookDelivery } from '../../src/events/webhookDelivery.ts';
import { DocumentsUnavailable } from '../../src/ports/documents.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { storedModels } from '../../src/projections/liveModels.ts';
import { type ConsoleFixture, consoleFixture, type Visitor } from './consoleFixture.ts';

/** What an act says that it did, where stores give no answer or are late. */
const test = suite<{ at: ConsoleFixture; ann: Visitor }>('console: what acts say');

test.before.each(async (context) => {
  const at = await consoleFixture();
  Object.assign(context, { at, ann: await at.loggedIn() });
});
test.after.each(({ at }) => at.close());

const ADDRESS = 'ann@customer.test';
const PAGE = '/w/default/addresses/find?address=ann%40customer.test';
const away = () => Promise.reject(new DocumentsUnavailable('MongoDB does not answer'));
const logAway = () => Promise.reject(new EventStoreUnavailable('it does not answer'));

test('what was done is said where read models give no answer, and said again until a page has shown it', async ({
  at,
  ann,
}) => {
  const { models } = at.api;
  const { getForFold } = models.suppressions;
  models.suppressions.getForFold = away;
  const done = await ann.post(
    '/w/default/addresses/suppress',
    { address: ADDRESS, reason: 'asked by telephone' },
    PAGE,
  );
  assert.is(done.status, 303, done.text);
  const { page } = models.messages;
  models.messages.page = away;
  assert.is((await ann.get('/w/default/messages')).status, 503);
  Object.assign(models.messages, { page });
  models.suppressions.getForFold = getForFold;
  const { text } = await ann.get(PAGE);
  assert.match(
    text,
    `${ADDRESS} is suppressed. It cannot be shown now: the document store is unavailable: MongoDB does not answer.`,
  );
  assert.not.match((await ann.get(PAGE)).text, 'It cannot be shown now');
  assert.is(at.api.store.log.filter(({ type }) => type === 'SuppressionAdded').length, 1);
});

test('of an act without an answer it is not said that nothing was done', async ({ at, ann }) => {
  const { store } = at.api.ledger;
  const { append } = store;
  store.append = async (...given) => {
    await append(...given);
    return logAway();
  };
  const fields = { reason: 'its key was stolen' };
  const { status, text } = await ann.post('/w/default/settings/suspend', fields, '/w/default/settings');
  store.append = append;
  assert.is(status, 503);
  assert.match(text, 'It is not certain what was done: look first');
  assert.not.match(text, 'Nothing was done');
});

test('deliveries that are posted again: how many were begun before the log was away', async ({ at, ann }) => {
  const { ledger, origin, project } = at.api;
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) {
    const endpointId = ledger.ids.uuid();
    const body = { endpointId, eventId: ledger.ids.uuid(), kind: 'bounced', body: '{}', subjectId: 'x' };
    const made = newEvents(ledger, origin, [
      { type: 'WebhookDeliveryScheduled', data: body },
      ...(id === 'b' ? [] : [{ type: 'WebhookDeliveryDied', data: { attempts: 1 } }]),
    ]);
    await ledger.store.append(webhookDelivery.stream(id), 'no-stream', made);
  }
  await project();
  const { append } = ledger.store;
  ledger.store.append = (stream, ...given) =>
    stream === webhookDelivery.stream('c') ? logAway() : append(stream, ...given);
  const chosen = Object.fromEntries(ids.map((id) => [`one.${id}`, 'on']));
  const from = `/w/default/webhooks/again?${new URLSearchParams({ chosen: 'yes', ...chosen })}`;
  const { status, text } = await ann.post('/w/default/webhooks/again', chosen, from);
  assert.is(status, 503);
  assert.match(
    text,
    '1 delivery is due now, 1 were due already; of one it is not certain, and 1 were not begun. Look first',
  );
});

test('a suppression is decided by what is so now, not by what the page still shows', async ({ at, ann }) => {
  const { context, models, store } = at.api;
  const { get } = models.suppressions;
  Object.assign(context.live, storedModels({ ...models, suppressions: { ...models.suppressions, get } }));
  const decided = () => store.log.filter(({ type }) => type.startsWith('Suppression')).length;
  const post = async (act: string) => {
    const fields = { address: ADDRESS, reason: 'asked' };
    const { headers } = await ann.post(`/w/default/addresses/${act}`, fields, PAGE);
    return (await ann.get(String(headers.location))).text;
  };
  models.suppressions.get = async () => null;
  assert.match(await post('suppress'), `${ADDRESS} is suppressed.`);
  assert.match(await post('suppress'), `${ADDRESS} is suppressed already. Nothing was done.`);
  assert.is(decided(), 1);
  assert.match(await post('lift'), `${ADDRESS} is sent to again.`);
  assert.is(decided(), 2);
  await post('suppress');
  const late = await get(suppressionIdOf(at.api.ledger.ids, at.api.workspace, ADDRESS));
  models.suppressions.get = async () => late;
  await post('lift');
  assert.match(await post('lift'), `${ADDRESS} is sent to already. Nothing was done.`);
  assert.match(await post('suppress'), `${ADDRESS} is suppressed.`);
  assert.is(decided(), 5);
});

test('nothing is decided about an address before it is known who is suppressed: it would be decided again', async ({
  at,
  ann,
}) => {
  const { context, store } = at.api;
  const post = (act: string) =>
    ann.post(`/w/default/addresses/${act}`, { address: ADDRESS, reason: 'asked' }, PAGE);
  await post('suppress');
  const before = store.log.length;
  Object.assign(context.startUp, { takesSends: false });
  for (const act of ['suppress', 'lift']) {
    const { status, text } = await post(act);
    assert.is(status, 503);
    assert.match(text, 'Nothing was done: try again in a moment.');
  }
  assert.is(store.log.length, before);
  Object.assign(context.startUp, { takesSends: true });
  assert.is((await post('lift')).status, 303);
  assert.is(store.log.length, before + 1);
});

test('only an email address is suppressed, while whatever was suppressed can be lifted', async ({
  at,
  ann,
}) => {
  const { ledger, origin, store } = at.api;
  for (const address of [
    '<ann@example.org>',
    'mailto:ann@example.org',
    'ann@localhost',
    'ann..b@example.org',
  ]) {
    const fields = { address, reason: 'asked' };
    const { status, text } = await ann.post('/w/default/addresses/suppress', fields, PAGE);
    assert.is(status, 400, address);
    assert.match(text, 'address: write one email address, such as ann@example.org.');
  }
  assert.not(store.log.some(({ type }) => type === 'SuppressionAdded'));
  const address = '<ann@example.org>';
  await decideSuppression(ledger, origin, { do: 'add', address, reason: 'by an older release' });
  assert.is((await ann.post('/w/default/addresses/lift', { address, reason: 'x' }, PAGE)).status, 303);
});

test.run();
