import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mxRoute } from '../../../src/adapters/smtp/mxRoute.ts';
import type { Transaction } from '../../../src/adapters/smtp/transaction.ts';
import { manualClock } from '../../support/manualClock.ts';
import { seededIds } from '../../support/seededIds.ts';

const test = suite('the way of a mail to its recipient’s own servers');

const MAIL = {
  sender: 'me@a.example',
  recipient: 'you@b.example',
  reportsComeBack: false,
  raw: Buffer.from('Subject: hello\r\n\r\nhello\r\n'),
  deliveryId: 'd',
  workspace: 'w',
};
const server = { host: 'mx.b.example', address: '192.0.2.1', tls: null };
const TAKEN: Transaction = { ended: 'taken', response: '250 ok', handedOver: { server, sha256: '00' } };

/** A route whose look-ups of MX records take so long, one after the other; they fail where it is said. */
function routeWith(lookUpsMs: number[], fails = false) {
  const clock = manualClock();
  const handed: string[] = [];
  const route = mxRoute({
    ...{ clock, ids: seededIds() },
    lookup: {
      async mx() {
        clock.pass(lookUpsMs.shift() ?? 0);
        if (fails) throw Object.assign(new Error('queryMx ETIMEOUT'), { code: 'ETIMEOUT' });
        return [{ exchange: 'mx.b.example', priority: 10 }];
      },
      addresses: async () => ['192.0.2.1'],
    },
    async transactAt({ name }) {
      handed.push(name);
      return TAKEN;
    },
  });
  return { route, handed };
}

test('nothing is handed over where the process stood still during the look-up: another may have taken the mail', async () => {
  const { route, handed } = routeWith([15 * 60_000]);
  assert.equal(await route.send(MAIL), { outcome: 'waiting' });
  assert.equal(handed, []);
  assert.is((await route.send(MAIL)).outcome, 'delivered', 'the next claim finds the records');
});

test('a slow look-up holds no mail back', async () => {
  const { route, handed } = routeWith([45_000]);
  assert.is((await route.send(MAIL)).outcome, 'delivered');
  assert.equal(handed, ['mx.b.example']);
});

test('a look-up that fails after more than a minute rests the domain, as any that fails does', async () => {
  const { route, handed } = routeWith([75_000], true);
  const { outcome, ...rest } = await route.send(MAIL);
  assert.is(outcome, 'deferred');
  assert.match(JSON.stringify(rest), /DNS gives no answer for b\.example \(ETIMEOUT\)/);
  assert.is.not(route.restOf(MAIL.recipient), null);
  assert.equal(handed, []);
});

test.run();
