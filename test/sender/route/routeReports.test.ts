import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routeCheck } from '../../../src/cli/doctor/ledgerChecks.ts';
import type { RouteReport } from '../../../src/ports/routes.ts';
import { shareRoute, watchRoutes, worstRoute } from '../../../src/sender/route/routeReports.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryLeases } from '../../support/memoryLeases.ts';
import { memoryReports } from '../../support/memoryReports.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';

const test = suite('what senders say of their route');

const OPEN: RouteReport = { route: 'relay', state: 'open', trouble: null, since: '2026-01-01T00:00:00.000Z' };
const CLOSED: RouteReport = { ...OPEN, state: 'closed', trouble: 'authentication' };

function bench() {
  const reports = memoryReports();
  const leases = memoryLeases();
  const clock = manualClock();
  const sender = () => {
    let report = OPEN;
    const stop = new AbortController();
    const parts = { reports, leases, clock, report: () => report, log: quietLog };
    const running = shareRoute(parts, stop.signal);
    return {
      async says(next: RouteReport) {
        report = next;
        await clock.advance(2_000);
      },
      async stop() {
        stop.abort();
        await running;
      },
    };
  };
  return { reports, leases, clock, sender, worst: () => worstRoute({ reports, leases }) };
}

test('the worst report counts, until the route works again or its process ends', async () => {
  const { clock, sender, worst } = bench();
  assert.is(await worst(), null);
  const [one, other] = [sender(), sender()];
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

test('the report of a dead process does not count, and the next process writes over it', async () => {
  const { reports, leases, clock, sender, worst } = bench();
  const dead = sender();
  await dead.says(CLOSED);
  assert.equal(await worst(), CLOSED);
  // All leases end with their processes.
  await leases.close();
  assert.is(await worst(), null);
  const living = sender();
  await clock.advance(0);
  assert.equal(await worst(), OPEN);
  assert.is((await reports.all()).size, 1);
  await living.stop();
  await dead.stop();
});

test('a process that does not send knows within seconds, and so do its metrics and doctor', async () => {
  const { reports, leases, clock, sender } = bench();
  const gauges: string[] = [];
  const metrics = {
    ...noMetrics,
    gauge: (name: string, value: number, labels: object = {}) =>
      void gauges.push(`${name} ${JSON.stringify(labels)} ${value}`),
  };
  const stop = new AbortController();
  const watching = watchRoutes({ reports, leases, clock, metrics, log: quietLog }, stop.signal);
  const doctor = () => routeCheck({ reports, leases }).run();
  await clock.advance(0);
  assert.is(watching(), null);
  assert.equal(await doctor(), { ok: true, says: 'no sender runs' });
  const one = sender();
  await clock.advance(5_000);
  assert.equal(watching(), OPEN);
  assert.is((await doctor()).ok, true);
  await one.says(CLOSED);
  await clock.advance(5_000);
  assert.equal(watching(), CLOSED);
  assert.match((await doctor()).says, 'relay has been closed since 2026-01-01T00:00:00.000Z: authentication');
  const { ok, mend = '' } = await doctor();
  assert.is(ok, false);
  assert.match(mend, 'SMTP_URL has the right user and password');
  assert.is(gauges.at(-1), 'postledger_mail_route_open {"route":"relay"} 0');
  stop.abort();
  await one.stop();
});

test.run();
