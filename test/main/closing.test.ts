import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { closing } from '../../src/main/closing.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('closing');

test('what a mail server or the SMS carrier does not answer is cut off within the bound, and all is closed in order', async () => {
  for (const silent of ['mailer', 'carrier'] as const) {
    const clock = manualClock();
    const closed: string[] = [];
    let cut = () => {};
    const rolesEnd = new Promise<void>((resolve) => {
      cut = resolve;
    });
    const part = (name: 'mailer' | 'carrier') => ({
      close: async () => {
        closed.push(name);
        if (name === silent) cut();
      },
    });
    const ports = {
      ...{ clock, log: quietLog, mailer: part('mailer'), carrier: part('carrier') },
      close: async () => {
        closed.push('ports');
      },
    } as unknown as Ports;
    const nothing = { app: null, admin: null, console: null, submission: null, background: null };
    const roles = { stop: () => rolesEnd } as never;
    const { stop } = closing({ ...nothing, roles, over: new AbortController() }, ports);
    const stopped = stop();
    await clock.advance(7_999);
    assert.equal(closed, [], 'a submission has eight seconds to end by itself');
    await clock.advance(10_000);
    await stopped;
    assert.equal(closed, ['mailer', 'carrier', 'ports'], silent);
  }
});

test.run();
