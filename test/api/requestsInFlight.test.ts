import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Routes } from '../../src/api/dependencies.ts';
import { healthRoutes } from '../../src/api/routes/health.ts';
import type { Metrics } from '../../src/ports/metrics.ts';
import { type ApiFixture, apiFixture } from '../support/apiFixture.ts';
import { noMetrics } from '../support/quietLog.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('requests in flight: a naive model');

const OPERATIONS = 200;
const MOST_OPEN = 8;
/** A route of the second path counts as a send. */
const PATHS = ['/held', '/held-send'] as const;

/** A request whose handler waits. */
interface Held {
  readonly reply: FastifyReply;
  answer(isGood: boolean): void;
}

/** What the model knows of a request that has not ended. */
interface Open {
  readonly id: string;
  readonly isSend: boolean;
  readonly bytes: number;
}

/** Routes whose answers wait until the test gives them. */
function heldRoutes(held: Map<string, Held>): Routes {
  return (app) => {
    for (const path of PATHS) {
      const sends = path === '/held-send' ? ({ idempotencyKey: 'optional' } as const) : {};
      const body = Type.Object({ id: Type.String() }, { additionalProperties: false });
      app.post(path, { config: { public: true, ...sends }, schema: { body } }, async ({ body }, reply) => {
        const isGood = await new Promise<boolean>((resolve) => held.set(body.id, { reply, answer: resolve }));
        if (!isGood) throw new Error('the handler failed');
        return body;
      });
    }
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Begins a request; null when it was refused at once. */
async function begin(random: Random, api: ApiFixture, id: string): Promise<Open | null> {
  const isSend = random() < 0.5;
  const isGood = random() < 0.7;
  const body = JSON.stringify({ id: isGood ? id : 1 }).padEnd(Math.floor(random() * 200), ' ');
  // A client that goes away sees no answer.
  api.call('POST', PATHS[isSend ? 1 : 0], { body }).catch(() => {});
  await settle();
  return isGood ? { id, isSend, bytes: body.length } : null;
}

/** Ends a request: its handler answers or fails, or its client goes away before. */
async function end(random: Random, held: Map<string, Held>, { id }: Open): Promise<void> {
  const { reply, answer } = held.get(id) ?? {};
  held.delete(id);
  if (random() < 0.3) reply?.raw.destroy();
  else answer?.(random() < 0.7);
  await settle();
}

async function simulate(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const held = new Map<string, Held>();
  const gauges = new Map<string, number>();
  const metrics: Metrics = { ...noMetrics, gauge: (name, value) => gauges.set(name, value) };
  const api = await apiFixture({ routes: [heldRoutes(held), healthRoutes], context: { metrics } });
  const inUse = async () => {
    await api.call('GET', '/metrics', { key: null });
    return gauges.get('postledger_http_body_bytes');
  };
  let open: Open[] = [];
  for (let step = 0; step < OPERATIONS; step++) {
    const where = `seed ${seed}, step ${step}`;
    if (open.length < MOST_OPEN && random() < 0.5) {
      const begun = await begin(random, api, `request ${step}`);
      if (begun !== null) open.push(begun);
    } else {
      const ended = open[Math.floor(random() * open.length)];
      if (ended === undefined) continue;
      await end(random, held, ended);
      open = open.filter((one) => one !== ended);
    }
    assert.is(api.app.requestsInFlight(), open.length, `requests: ${where}`);
    assert.is(api.app.sendsInFlight(), open.filter(({ isSend }) => isSend).length, `sends: ${where}`);
    const bytes = open.reduce((sum, one) => sum + one.bytes, 0);
    assert.is(await inUse(), bytes, `bytes of bodies: ${where}`);
  }
  for (const one of open) await end(random, held, one);
  assert.equal(
    [api.app.requestsInFlight(), api.app.sendsInFlight(), await inUse()],
    [0, 0, 0],
    `seed ${seed}`,
  );
  await api.close();
}

for (const seed of [SEED, SEED + 1])
  test(`random requests are counted until they end, however they end, seed ${seed}`, () => simulate(seed));

test.run();
