import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reasonOf } from '../../../src/adapters/eventstoredb/fault.ts';
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import { AppendTooLarge, EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { freshStream, newEvent, rejection } from '../../contract/eventStore/events.ts';
import { startDouble } from '../../double/eventStoreServer.ts';
import { quietLog } from '../../support/quietLog.ts';
import { wallClock } from '../../support/wallClock.ts';

const test = suite('EventStoreDB adapter: what the server refuses for good');

test('24.10 refuses a position inside the log that is no record: the read is not repeated', async () => {
  const server = await startDouble({ version: '24.10' });
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 60_000 });
  const { position } = await store.append(freshStream(), 'no-stream', [newEvent()]);
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  const between = String(BigInt(position) + 1n).padStart(position.length, '0');
  const refusal = await rejection(store.readAll({ after: between, limit: 10 }));
  assert.not(refusal instanceof EventStoreUnavailable);
  assert.match(String(refusal), /InvalidPosition/);
  await store.close();
  await server.stop();
});

test("an append above the server's own limit names that limit", async () => {
  const server = await startDouble({ broken: ['size-limit'] });
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 60_000 });
  const refusal = await rejection(
    store.append(freshStream(), 'no-stream', [newEvent({ text: 'x'.repeat(100_000) })]),
  );
  assert.instance(refusal, AppendTooLarge);
  assert.match(String(refusal), /exceeds 65536$/);
  await store.close();
  await server.stop();
});

test('an append with an event above the server’s limit for one event names that limit', async () => {
  const server = await startDouble({ version: '24.10' });
  server.gate.maxEventBytes = 50_000;
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 60_000 });
  const refusal = await rejection(
    store.append(freshStream(), 'no-stream', [newEvent(), newEvent({ text: 'x'.repeat(60_000) })]),
  );
  assert.instance(refusal, AppendTooLarge);
  assert.match(String(refusal), /exceeds 50000$/);
  await store.close();
  await server.stop();
});

test('what a user may not do, and what never was an answer, is described by what an operator can look at', async () => {
  const server = await startDouble();
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 60_000 });
  server.gate.denied.add('append').add('$all');
  assert.match(
    String(await rejection(store.append(freshStream(), 'no-stream', [newEvent()]))),
    /may not append/,
  );
  assert.match(String(await rejection(store.head())), /this user may not do that/);
  await store.close();
  await server.stop();
  assert.match(reasonOf({ code: 16, message: 'x' }), /user name or the password/);
  assert.match(reasonOf({ code: 1, message: '1 CANCELLED: Cancelled on client' }), /connection was replaced/);
  assert.match(reasonOf(new Error('write EPROTO: SSL routines: wrong version number')), /tls=false/);
  assert.is(reasonOf(new Error('anything else')), 'anything else');
});

test.run();
