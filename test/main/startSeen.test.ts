// runs in: test:all

import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { offerConsoleLogin } from '../../src/commands/console/consoleLogin.ts';
import { collectionOf } from '../../src/follow/fold/projection.ts';
import { type Projections, projectionsFor } from '../../src/projections/readModels.ts';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { logIn } from '../support/consoleVisit.ts';
import { agedModels } from './agedModels.ts';
import { type GatedServices, gatedServices } from './gatedService.ts';

/** What those who look at a start, or at a build of read models, are told. */
const test = suite<{ fixture: GatedServices }>('issue 55, 4 and 6: a start and a build, as they are seen');
test.before.each(async (context) => {
  context.fixture = await gatedServices();
});
test.after.each(({ fixture }) => fixture.end());

const newest = (name: keyof Projections) => collectionOf(projectionsFor(1)[name]).name;

/** A page of the console as an operator of all workspaces sees it. */
async function visitOf({ ports: { store, clock, ids } }: GatedServices, port: number) {
  const by = { actor: 'operator', correlation: ids.uuid(), causation: null };
  const person = { name: 'Ann', role: 'operator' as const, workspaceId: null };
  const at = `http://127.0.0.1:${port}`;
  const { cookie } = await logIn(`${at}/login/${await offerConsoleLogin({ store, clock, ids }, by, person)}`);
  return async (path: string) => (await fetch(at + path, { headers: { cookie } })).text();
}

test('a first start that is polled before it is ready logs no error and no warning', async ({ fixture }) => {
  fixture.hold(newest('apiKeys'));
  const starting = fixture.start('all');
  const url = await starting.url;
  const poll = async () => (await fetch(`${url}/readyz`)).status;
  for (let n = 0; n < 5; n++) {
    assert.is(await poll(), 503);
    await sleep(20);
  }
  fixture.open();
  await starting.service;
  await eventually('it is ready', async () => (await poll()) === 200);
  assert.equal(fixture.faults, []);
});

test('while a read model is built the console says which one and how far, and nothing once it is done', async ({
  fixture,
}) => {
  const first = fixture.start('all');
  const { url, firstKey } = await first.service;
  const mail = { from: 'me@sender.test', to: 'x@customer.test', subject: 'S', text: 'T' };
  await client([url ?? ''], firstKey ?? '').send(mail, 'one');
  await first.stop();
  await agedModels(fixture.ports.documents, ['messages']);
  fixture.hold(newest('messages'));
  const port = await freePort();
  const second = fixture.start('all', port);
  const { url: now } = await second.service;
  const page = await visitOf(fixture, port);
  const says = /Read models are being built from the log, as after an upgrade: messages \d+ %\./;
  await eventually('the console says so', async () => says.test(await page('/')));
  assert.match(await page('/w/default/overview'), says);
  assert.is((await fetch(`${now}/readyz`)).status, 200);
  fixture.open();
  await eventually('it is built', async () => !/being built/.test(await page('/')));
  assert.equal(fixture.faults, []);
});

test.run();
