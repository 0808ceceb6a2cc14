import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, commandOf, type FastService } from '../service.ts';
import { call, type FastWorld } from '../world.ts';
import type { Scenario } from './scenario.ts';

const MAILS = 12;
/** Real time for the mails to be rendered, or ended. */
const RENDERED_MS = 20_000;
/** A renderer that has run for so long has loaded its code. */
const LOADED_MS = 400;
const LOOK_MS = 15;
const LOOP = '{% for n in (1..4000) %}{{ n }}{% endfor %}';

/** Issue 23, point 1: every exit of the render process during a job counts as the template's fault. */
export const killedRenderer: Scenario = {
  name: 'a mail ended because its renderer was killed',
  knownFaultOf: null,
  isAbout: ({ rule, what }) =>
    (rule === 'a final outcome has evidence in a journal' && what.includes('RenderingFailed')) ||
    (rule === 'every accepted mail reaches the server, none more often than kills allow' &&
      what.includes('never got its mail')),
  async live(world) {
    const { journal, service } = world;
    // The time that a rendering may take is measured by the clock: with 60 times its speed each would take too long.
    await restartedAtOrdinarySpeed(world);
    const { body } = await call(service, 'POST', '/v1/templates', {
      ...{ friendly_name: 'loop', name: 'Loop', subject: 'Loop', text: LOOP },
    });
    const recipients = Array.from({ length: MAILS }, (_, at) => `takes-${at}@receiver.test`);
    for (const recipient of recipients) {
      const key = `loop-${recipient}`;
      const begunAtMs = world.time.nowMs();
      const answer = await call(
        service,
        'POST',
        '/v1/emails',
        { from: 'shop@sender.test', to: recipient, template_id: body.id },
        { 'idempotency-key': key },
      );
      journal.note('clients', {
        key,
        recipients: [recipient],
        status: answer.status,
        answer: answer.body,
        begunAtMs,
      });
    }
    const endsAt = performance.now() + RENDERED_MS;
    const seen = new Map<number, number>();
    while (performance.now() < endsAt && journal.books.mail.length < MAILS) {
      for (const pid of renderersOf(service)) {
        const since = seen.get(pid) ?? performance.now();
        seen.set(pid, since);
        if (performance.now() - since > LOADED_MS) process.kill(pid, 'SIGTERM');
      }
      await sleep(LOOK_MS);
    }
    await service.stop();
  },
};

async function restartedAtOrdinarySpeed({ service }: FastWorld): Promise<void> {
  await service.stop();
  await service.start('ordinary speed');
}

/** Render processes below the service, of both its processes. */
function renderersOf(service: FastService): number[] {
  const children = childrenOf(service.pid());
  const below = [...children, ...children.flatMap(childrenOf)];
  return below.filter((pid) => commandOf(pid).includes('renderProgram'));
}
