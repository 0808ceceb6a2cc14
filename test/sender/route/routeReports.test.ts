import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routeCheck } from '../../../src/cli/doctor/ledgerChecks.ts';
import type { RouteReport } from '../../../src/ports/routes.ts';
import { notify } from '../../../src/runtime/follow/notify.ts';
import {
  openRouteReports,
  shareRoute,
  watchRoutes,
  worstRoute,
} from '../../../src/sender/route/routeReports.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';

const test = suite('what senders say of their route');

const OPEN: RouteReport = { route: 'relay', state: 'open', trouble: null, since: '2026-01-01T00:00:00.000Z' };
const CLOSED: RouteReport = { ...OPEN, state: 'closed', trouble: 'authentication' };

async function bench() {
  const documents = memoryDocuments();
  const reports = await openRouteReports(documents);
  const clock = manualClock();
  const sender = (member: string) => {
    let report = OPEN;
    const stop = new AbortController();
    const changes = notify(clock.sleep);
    const parts = { reports, member, report: () => report, changes, clock, log: quietLog };
    const running = shareRoute(parts, stop.signal);
    return {
      async says(next: RouteReport) {
        report = next;
        changes.notify();
        await clock.advance(0);
      },
      async stop() {
        stop.abort();
        await running;
      },
    };
  };
  return { documents, reports, clock, sender, worst: () => worstRoute(reports, clock.nowMs()) };
}

test('the worst report counts, until the route works again or its process ends', async () => {
  const { clock, sender, worst } = await bench();
  assert.is(await worst(), null);
  const [one, other] = [sender('a'), sender('b')];
  await clock.advance(0);
  assert.equal(await worst(), OPEN);
  await other.says(CLOSED);
  assert.equal(await worst(), CLOSED);
  await other.says({ ...CLOSED, state: 'trying' });
  assert.is((await worst())?.state, 'trying');
  await other.says(CLOSED);
  await other.stop();
  assert.equal(await worst(), OPEN);
  await one.stop();
  assert.is(await worst(), null);
});

test('the report of a dead process counts for a minute and a half, and a later process removes it', async () => {
  const { reports, clock, sender, worst } = await bench();
  await reports.writeMany([
    { key: 'dead', position: '0'.repeat(20), document: { report: CLOSED, saidAtMs: clock.nowMs() } },
  ]);
  const living = sender('a');
  await clock.advance(90_000);
  assert.is((await worst())?.state, 'closed');
  await clock.advance(1);
  assert.equal(await worst(), OPEN, 'the living one has reported again');
  await clock.advance(24 * 3_600_000);
  await living.stop();
  const later = sender('b');
  await clock.advance(0);
  assert.is(await reports.get('dead'), null);
  await later.stop();
});

test('a process that does not send knows within seconds, and so do its metrics and doctor', async () => {
  const { documents, reports, clock, sender } = await bench();
  const gauges: string[] = [];
  const metrics = {
    ...noMetrics,
    gauge: (name: string, value: number, labels: object = {}) =>
      void gauges.push(`${name} ${JSON.stringify(labels)} ${value}`),
  };
  const stop = new AbortController();
  const watching = watchRoutes({ reports, clock, metrics, log: quietLog }, stop.signal);
  const doctor = () => routeCheck({ documents, ledger: { clock } }).run();
  await clock.advance(0);
  assert.is(watching(), null);
  assert.equal(await doctor(), { ok: true, says: 'no sender runs' });
  const one = sender('a');
  await clock.advance(5_000);
  assert.equal(watching(), OPEN);
  assert.is((await doctor()).ok, true);
  await one.says(CLOSED);
  await clock.advance(5_000);
  assert.equal(watching(), CLOSED);
  assert.match((await doctor()).says, 'relay has been closed since 2026-01-01T00:00:00.000Z: authentication');
  assert.is((await doctor()).ok, false);
  assert.is(gauges.at(-1), 'postledger_mail_route_open {"route":"relay"} 0');
  stop.abort();
  await one.stop();
});

test.run();
