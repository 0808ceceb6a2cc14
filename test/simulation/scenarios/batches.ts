import type { Breach, Evidence, Rule } from '../auditor/rule.ts';
import { client, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop', ['healthy.test']);
const SIZE = 12;
const WRONG = 10;
/** Refused where the JSON is read, before anyone looks at fields: a surrogate without its other half. */
const HALF_A_CHARACTER = 'Half a character: \ud83d';

const element = (key: string, at: number) => ({
  from: 'Sender <news@shop.test>',
  to: [`${key}.${at}@mail.test`],
  subject: `Message ${at} of ${key}`,
  text: 'Hello.',
});
const batch = (atMs: number, key: string, path: string, body: readonly object[]) =>
  ({ of: 'client', do: 'call', client: 'shop', atMs, key, method: 'POST', path, body }) as const;
const strict = (atMs: number, key: string) =>
  batch(
    atMs,
    key,
    '/v1/emails/batch',
    times(SIZE, (at) => element(key, at)),
  );

const rule: Rule = {
  name: 'a strict batch is accepted as a whole, a permissive one but for its wrong elements',
  check({ journals }: Evidence) {
    return journals.clients.flatMap(({ call, key, status, answer, atMs }): readonly Breach[] => {
      if (!call.endsWith('/batch') || status === null || status >= 500) return [];
      const { data = [], errors = [] } = answer as {
        readonly data?: readonly object[];
        readonly errors?: readonly { readonly index: number }[];
      };
      const isPermissive = call === 'POST /emails/batch';
      const refused = errors.map(({ index }) => index).join();
      const isWell = isPermissive
        ? refused === String(WRONG) && data.length === SIZE - 1
        : refused === '' && data.length === SIZE;
      if (isWell) return [];
      const what = `the batch ${key} was answered ${status} with ${data.length} ids, and refused were: ${refused}`;
      return [{ rule: this.name, what, atMs, about: [key ?? ''] }];
    });
  },
};

/** Batches whose process dies when some of their messages are in the log, and one with a wrong element. */
export const batches: Scenario = {
  name: 'batches that a crash leaves half done',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 90 * SECOND_MS,
    clients: [shop],
    receivers: [{ host: 'healthy.test', behaviour: 'fast' }],
    plannedEvents: [
      ...times(3, (at) => strict((5 + 20 * at) * SECOND_MS, `strict-${at + 1}`)),
      ...times(3, (at) => ({
        ...({ of: 'process', do: 'kill', process: 'process 1', upon: 'append', againAfterMs: 500 } as const),
        atMs: (5 + 20 * at) * SECOND_MS - 1,
      })),
      {
        ...batch(70 * SECOND_MS, 'permissive', '/emails/batch', [
          ...times(SIZE, (at) =>
            at === WRONG ? { ...element('wrong', at), subject: HALF_A_CHARACTER } : element('right', at),
          ),
        ]),
        headers: { 'x-batch-validation': 'permissive' },
      },
      { ...send(shop, 75 * SECOND_MS, 'look-alike'), to: ['delivered@example.com.mail.test'] },
    ],
  }),
  rule,
};
