import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { batchEmailIdOf } from '../../../src/commands/email/emailIds.ts';
import { email } from '../../../src/events/email.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import { AppendTooLarge, EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { acceptedAs } from '../../api/compat/cases.ts';
import { type Answer, type ApiFixture, apiFixture, listOf } from '../../support/apiFixture.ts';

const batches = suite<{ api: ApiFixture }>('accepting a batch');
batches.before.each(async (context) => {
  context.api = await apiFixture({ autoProject: false });
});
batches.after.each(async ({ api }) => api.close());

const one = (subject: string) => ({ from: 'a@b.co', to: 'x@y.co', subject, text: 't' });
const emails = (size: number, prefix = 's') => Array.from({ length: size }, (_, at) => one(`${prefix}${at}`));
const send = (api: ApiFixture, body: unknown, idempotencyKey?: string) =>
  api.call('POST', '/v1/emails/batch', { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
const idsOf = ({ body }: Answer) => listOf(body.data).map(({ id }) => String(id));
const accepted = ({ store }: ApiFixture) => store.log.filter(({ type }) => type === 'EmailAccepted');

batches('answers the original ids to a replay of any size', async ({ api }) => {
  const ids = idsOf(await send(api, emails(3), 'k'));
  assert.is(ids.length, 3);
  for (const replay of [emails(3), emails(1, 'x'), emails(5, 'y')])
    assert.equal(idsOf(await send(api, replay, 'k')), ids);
  assert.is(accepted(api).length, 3);
  assert.is((await send(api, [one('')], 'k')).status, 422, 'a malformed replay is refused');
});

for (const key of [undefined, 'k'])
  batches(`each id is that of the element in its place: ${key ?? 'without a key'}`, async ({ api }) => {
    const ids = idsOf(await send(api, emails(12), key));
    assert.equal(
      ids.map((id) => acceptedAs(api, id)?.subject),
      emails(12).map(({ subject }) => subject),
    );
  });

batches('is a new one without a key', async ({ api }) => {
  const [first, second] = [await send(api, emails(2)), await send(api, emails(2))];
  assert.is(new Set([...idsOf(first), ...idsOf(second)]).size, 4);
});

batches('has keys apart from single sends', async ({ api }) => {
  const single = await api.call('POST', '/v1/emails', { body: one('s'), idempotencyKey: 'k' });
  assert.is.not(single.body.id as unknown, idsOf(await send(api, emails(1), 'k'))[0]);
});

batches('is taken whole or not at all', async ({ api }) => {
  const answer = await send(api, [one('a'), { ...one('b'), template_id: 'x' }, { ...one('c'), to: 'nope' }]);
  assert.is(answer.status, 422);
  assert.match(answer.text, /"\/1\/template_id"/);
  assert.match(answer.text, /"\/2\/to"/);
  const unknown = { from: 'a@b.co', to: 'x@y.co', template_friendly_name: 'nope' };
  const second = await send(api, [one('a'), unknown, unknown], 'k');
  assert.is(second.status, 422);
  assert.match(second.text, /"\/1\/template_friendly_name".*"\/2\/template_friendly_name"/);
  assert.is(accepted(api).length, 0);
});

batches('a crash in the middle is healed by the replay', async ({ api }) => {
  const { store, workspace } = api;
  const stream = (at: number) =>
    email.stream(batchEmailIdOf(api.ledger.ids, workspace, 'email-batch', 'k', at));
  const whole = idsOf(await send(api, emails(5), 'k'));
  for (const lost of [[1, 2, 3, 4], [2], [1, 4]]) {
    for (const at of lost) {
      const index = store.log.findIndex((event) => event.stream === stream(at));
      store.log.splice(index, 1);
    }
    assert.equal(idsOf(await send(api, emails(5), 'k')), whole);
    assert.is(accepted(api).length, 5, `lost ${lost}`);
  }
});

batches('a shorter replay is another request: it fills in nothing', async ({ api }) => {
  const { store, workspace } = api;
  const whole = idsOf(await send(api, emails(4), 'k'));
  const lost = [1, 3].map((at) =>
    email.stream(batchEmailIdOf(api.ledger.ids, workspace, 'email-batch', 'k', at)),
  );
  for (const stream of lost)
    store.log.splice(
      store.log.findIndex((event) => event.stream === stream),
      1,
    );
  const answer = await send(api, emails(2), 'k');
  assert.is(answer.status, 422);
  assert.match(answer.text, /\/Idempotency-Key .*\/2/);
  assert.is(accepted(api).length, 2);
  assert.equal(idsOf(await send(api, emails(4), 'k')), whole);
  assert.is(accepted(api).length, 4);
});

batches('an outage answers 503, and the replay the ids', async ({ api }) => {
  const { append } = api.store;
  api.store.append = async () => {
    throw new EventStoreUnavailable('test');
  };
  const answer = await outlasting(api, send(api, emails(3), 'k'));
  assert.is(answer.status, 503);
  assert.match(String(answer.headers['retry-after']), /^\d+$/);
  api.store.append = append;
  assert.is((await send(api, emails(3), 'k')).status, 202);
  assert.is(accepted(api).length, 3);
});

/** Lets the patience of a request that is under way come to its end. */
async function outlasting(api: ApiFixture, answer: Promise<Answer>): Promise<Answer> {
  let answered = false;
  const settled = answer.finally(() => {
    answered = true;
  });
  for (let second = 0; second < 20 && !answered; second++) await api.clock.advance(1_000);
  return settled;
}

for (const key of [undefined, 'k']) {
  batches(`a fault in the middle leaves no part behind: ${key ?? 'without a key'}`, async ({ api }) => {
    const { append } = api.store;
    let calls = 0;
    const ids = new Set<string>();
    api.store.append = async (stream, expected, events) => {
      for (const { id } of events) ids.add(id);
      calls++;
      // Every second element fails at first; of some the append happened and the answer was lost.
      if (calls % 3 === 0) await append(stream, expected, events);
      if (calls <= 12 && calls > 1 && calls % 2 === 1) throw new EventStoreUnavailable('test');
      return append(stream, expected, events);
    };
    const answer = await outlasting(api, send(api, emails(8), key));
    assert.is(answer.status, 202, answer.text);
    assert.is(idsOf(answer).length, 8);
    assert.is(accepted(api).length, 8);
    assert.is(ids.size, 8, 'repeated with the same event ids');
  });
}

batches('an element that is too large for the log is refused at once, without a retry', async ({ api }) => {
  const { append } = api.store;
  let appends = 0;
  api.store.append = async (stream, ...rest) => {
    appends += 1;
    if (appends === 2) throw new EventStoreUnavailable('test');
    if (appends === 3) throw new AppendTooLarge(stream, 2_000_000);
    return append(stream, ...rest);
  };
  const answer = await outlasting(api, send(api, emails(4)));
  assert.is(answer.status, 422);
  assert.is(appends, 4, 'appends: no element is tried again');
});

batches('all elements are handed to the store in one turn', async ({ api }) => {
  const { append } = api.store;
  let turn = 0;
  const turns: number[] = [];
  let counting = true;
  const count = () => {
    turn++;
    if (counting) setImmediate(count);
  };
  api.store.append = async (...call) => {
    turns.push(turn);
    return append(...call);
  };
  setImmediate(count);
  await send(api, emails(50));
  counting = false;
  assert.is(turns.length, 50);
  assert.is(new Set(turns).size, 1);
});

batches('a batch that cannot be prepared leaves nothing behind', async ({ api }) => {
  const broken = { ...api.context.models.suppressions };
  let calls = 0;
  Object.assign(api.context.models.suppressions, {
    getMany: async (keys: readonly string[]) => {
      if (++calls === 3) throw new DocumentsUnavailable('test');
      return broken.getMany(keys);
    },
  });
  assert.is((await send(api, emails(5))).status, 503);
  assert.is(accepted(api).length, 0);
});

batches('without its first element no other is there', async ({ api }) => {
  const { store, workspace } = api;
  const first = email.stream(batchEmailIdOf(api.ledger.ids, workspace, 'email-batch', 'k', 0));
  const { append } = store;
  store.append = async (stream, ...rest) => {
    if (stream === first) throw new EventStoreUnavailable('test');
    return append(stream, ...rest);
  };
  assert.is((await outlasting(api, send(api, emails(5), 'k'))).status, 503);
  assert.is(accepted(api).length, 0);
  store.append = append;
  assert.is(idsOf(await send(api, emails(2), 'k')).length, 2);
});

batches('racing twins agree', async ({ api }) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => send(api, emails(1 + (at % 5), `race${at}`), 'k')),
  );
  assert.is(new Set(answers.map(({ text }) => text)).size, 1);
  assert.is(accepted(api).length, idsOf(answers[0] ?? (await send(api, emails(1), 'k'))).length);
});

batches.run();
