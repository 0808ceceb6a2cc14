import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { promMetrics } from '../../src/adapters/node/promMetrics.ts';
import type { Routes } from '../../src/api/dependencies.ts';
import { allRoutes } from '../../src/api/routes/index.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import type { Log } from '../../src/ports/log.ts';
import { type ApiFixture, apiFixture } from '../support/apiFixture.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('issue 27, 6: requests in the log and the metrics');

type Line = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string };

/** A log that keeps its lines. */
function keptLog(): { lines: Line[]; log: Log } {
  const lines: Line[] = [];
  const writer = (level: string) => (fields: object, msg: string) =>
    void lines.push({ ...fields, level, msg });
  return {
    lines,
    log: { ...quietLog, debug: writer('debug'), error: writer('error'), warn: writer('warn') },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

const faulty: Routes = (app) => {
  app.get('/fault', { config: { public: true } }, async () => {
    throw new Error('a defect');
  });
};

async function opened(routes: readonly Routes[] = allRoutes) {
  const { lines, log } = keptLog();
  const metrics = promMetrics();
  const api = await apiFixture({ routes, context: { log, metrics } });
  const scrape = async () => {
    await api.clock.advance(2_000);
    return (await api.call('GET', '/metrics', { key: null })).text;
  };
  return { api, lines, scrape };
}

const idOf = async (api: ApiFixture, given: string | null, url = '/healthz') =>
  String(
    (await api.call('GET', url, { key: null, headers: given === null ? {} : { 'x-request-id': given } }))
      .headers['x-request-id'],
  );

test('an id that came is kept when it is sane, else the answer has a new one, also on refusals', async () => {
  const { api } = await opened();
  for (const given of ['a', 'A-1_2.3~4', 'Root=1:67/8+9@x', 'x'.repeat(128)])
    assert.is(await idOf(api, given), given);
  const seen = new Set<string>();
  for (const given of [null, '', 'a b', 'a,b', 'é', '<script>', '"', 'a;b', 'x'.repeat(129)]) {
    const made = await idOf(api, given);
    assert.match(made, /^[0-9a-f]{8}-[0-9a-f-]{27}$/, String(given));
    seen.add(made);
  }
  assert.is(seen.size, 9, 'each is new');
  for (const url of ['/nowhere', '/v1/contacts', '/emails', '/v3/mail/send', '/v1/%zz'])
    assert.is(await idOf(api, 'mine', url), 'mine', url);
  await api.close();
});

test('an id of the caller does not become the correlation of events', async () => {
  const { api } = await opened();
  const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
  const headers = { 'x-request-id': 'the-same-every-time' };
  for (const idempotencyKey of ['1', '2'])
    assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey, headers })).status, 202);
  const { events } = await api.store.readAll({ after: BEGINNING, limit: 100_000 });
  const accepted = events
    .filter(({ type }) => type === 'EmailAccepted')
    .map(({ metadata }) => metadata.correlation);
  assert.is(new Set(accepted).size, 2);
  assert.not(accepted.includes('the-same-every-time'));
  await api.close();
});

test('each request is one line at debug, with its pattern and nothing of its address, key or body', async () => {
  const { api, lines } = await opened();
  await api.call('GET', '/v1/sms/secret-id?token=secret-query', { headers: { 'x-request-id': 'mine' } });
  await api.call('GET', '/u/secret-token?x=secret-query', { key: null });
  await api.call('GET', '/secret-path', { key: null });
  await settle();
  assert.equal(
    lines.map(({ level, method, route, status, givenId }) => [level, method, route, status, givenId]),
    [
      ['debug', 'GET', '/v1/sms/:id', 422, 'mine'],
      ['debug', 'GET', '/u/:token', 404, undefined],
      ['debug', 'GET', 'none', 404, undefined],
    ],
  );
  assert.not(JSON.stringify(lines).includes('secret'));
  await api.close();
});

test('each 5xx is one line at error: a defect with its stack, an outage with its reason', async () => {
  const { api, lines, scrape } = await opened([...allRoutes, faulty]);
  const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
  for (const idempotencyKey of ['1', '2']) {
    api.store.failNext(new EventStoreUnavailable('no node leads'));
    assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey })).status, 503);
  }
  assert.is((await api.call('GET', '/readyz', { key: null })).status, 503);
  assert.is((await api.call('GET', '/fault', { key: null })).status, 500);
  await settle();
  const errors = lines.filter(({ level }) => level === 'error');
  assert.equal(
    errors.map(({ route, status, code }) => [route, status, code]),
    [
      ['/v1/emails', 503, 'unavailable'],
      ['/v1/emails', 503, 'unavailable'],
      ['/readyz', 503, 'unavailable'],
      ['/fault', 500, 'internal_error'],
    ],
  );
  assert.is(errors[0]?.reason, 'the event store is unavailable: no node leads');
  assert.is(errors[0]?.err, undefined, 'an outage has no stack');
  assert.instance(errors[3]?.err, Error);
  const metrics = await scrape();
  assert.match(
    metrics,
    /postledger_http_faults_total\{code="unavailable"\} 3\n/,
    'every 503, that of /readyz too',
  );
  assert.match(metrics, /postledger_http_faults_total\{code="internal_error"\} 1\n/);
  await api.close();
});

test('who polls a start is answered at debug, and at error once it was ready; other 503 are errors at any time', async () => {
  const known = { suppressions: false };
  let backgroundRuns = false;
  const { lines, log } = keptLog();
  const startUp = {
    get takesSends() {
      return known.suppressions;
    },
    knowsKeys: true,
    checks: () => ({ ...known }),
    building: () => ({}),
  };
  const api = await apiFixture({ context: { log, startUp, backgroundRuns: () => backgroundRuns } });
  const poll = async () => (await api.call('GET', '/readyz', { key: null })).status;
  const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
  const asked = [await poll()];
  asked.push((await api.call('POST', '/v1/emails', { body, idempotencyKey: '1' })).status);
  known.suppressions = true;
  asked.push(await poll());
  backgroundRuns = true;
  asked.push(await poll());
  backgroundRuns = false;
  asked.push(await poll());
  await settle();
  assert.equal(asked, [503, 503, 503, 200, 503]);
  assert.equal(
    lines.map(({ level, route, status }) => [level, route, status]),
    [
      ['debug', '/readyz', 503],
      ['error', '/v1/emails', 503],
      ['debug', '/readyz', 503],
      ['debug', '/readyz', 200],
      ['error', '/readyz', 503],
    ],
  );
  await api.close();
});

test('401, 403, 422 and 503 are counted by route from zero on, and an address makes no new label', async () => {
  const { api, scrape } = await opened();
  const series = (text: string): readonly string[] =>
    text.match(/^postledger_http_requests_total\{.+$/gm) ?? [];
  const first = series(await scrape());
  for (const status of [401, 403, 422, 503])
    assert.ok(
      first.includes(`postledger_http_requests_total{method="POST",route="/v1/emails",status="${status}"} 0`),
      `${status}`,
    );
  await api.call('POST', '/v1/emails', { key: null, body: {} });
  await api.call('POST', '/v1/emails', { body: {}, idempotencyKey: 'k' });
  for (let n = 0; n < 20; n++) {
    await api.call('GET', `/nowhere/${n}?q=${n}`, { key: null });
    await api.call('GET', `/v1/sms/${n}`, { key: null });
  }
  const text = await scrape();
  assert.match(text, /\{method="POST",route="\/v1\/emails",status="401"\} 1\n/);
  assert.match(text, /\{method="POST",route="\/v1\/emails",status="422"\} 1\n/);
  assert.match(text, /\{method="GET",route="none",status="404"\} 20\n/);
  assert.match(text, /\{method="GET",route="\/v1\/sms\/:id",status="401"\} 20\n/);
  assert.is(series(text).length, first.length + 2, 'only the unknown route, and the scrape itself, are new');
  await api.close();
});

test.run();
