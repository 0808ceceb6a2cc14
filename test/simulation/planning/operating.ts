import type { Chance } from '../chance.ts';
import type { ClientAction, ClientPlan, PlannedEvent } from '../plan.ts';
import type { People } from './planOf.ts';

type Call = Extract<ClientAction, { do: 'call' }>;
type Operating = Pick<People, 'clients'> & { readonly lastsMs: number };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Hours between two actions of one kind, about. */
const EVERY_HOURS = { suppress: 1, redeliver: 2, endpoint: 1, campaign: 1, refused: 1 };
const CONTACTS = 3;

/**
 * What operators and customers do next to sending mail: addresses suppressed and lifted, webhooks delivered again, endpoints
 * changed, switched off and on, campaigns whose template changes and whose renderer dies meanwhile, and calls that are refused.
 */
export function operating(chance: Chance, { clients, lastsMs }: Operating): readonly PlannedEvent[] {
  const [first, ...others] = clients;
  if (first === undefined) return [];
  const each = (
    everyHours: number,
    act: (atMs: number, client: ClientPlan, name: string) => PlannedEvent[],
  ) => {
    const count = Math.ceil(lastsMs / HOUR_MS / everyHours);
    return Array.from({ length: count }, (_, at) =>
      act(chance.between(0.05, 0.95) * lastsMs, chance.of([first, ...others]), `${at + 1}`),
    ).flat();
  };
  const soon = () => chance.whole(1_000, 20 * MINUTE_MS);
  return [
    ...each(EVERY_HOURS.suppress, (atMs, { name: client }) => {
      const address = `reader${chance.whole(1, 400)}@mail1.test`;
      return [
        { of: 'client', do: 'suppress', client, atMs, address },
        { of: 'client', do: 'lift', client, atMs: atMs + soon(), address },
      ];
    }),
    ...each(EVERY_HOURS.redeliver, (atMs, { name: client, endpoints: [endpoint] }) =>
      endpoint === undefined
        ? []
        : [
            {
              ...{ of: 'client', do: 'redeliver', client, atMs },
              url: endpoint.url,
              sinceMs: Math.max(0, atMs - 10 * MINUTE_MS),
            },
          ],
    ),
    ...each(EVERY_HOURS.endpoint, (atMs, { name: client, endpoints: [endpoint] }) => {
      if (endpoint === undefined) return [];
      const of = { of: 'client', do: 'change endpoint', client, url: endpoint.url } as const;
      const offAtMs = atMs + soon();
      return [
        { ...of, atMs, changes: { events: ['delivered', 'bounced'] } },
        { ...of, atMs: offAtMs, changes: { status: 'DISABLED' } },
        { ...of, atMs: offAtMs + soon(), changes: { status: 'ACTIVE', events: ['*'] } },
      ];
    }),
    ...each(EVERY_HOURS.campaign, (atMs, client, name) => [
      ...campaign(client.name, atMs, name),
      ...(chance.is(0.5) ? [busyRenderer(atMs + 2 * MINUTE_MS)] : []),
    ]),
    ...each(EVERY_HOURS.refused, (atMs, { name: client }, name) => [
      call(client, atMs, `refused-${name}`, 'POST', '/v1/emails', { from: 'no address', to: [] }),
      call(client, atMs + 100, `unknown-${name}`, 'GET', '/v1/emails/unknown', null),
    ]),
  ];
}

function call(
  client: string,
  atMs: number,
  key: string,
  method: Call['method'],
  path: string,
  body: object | null,
): Call {
  return { of: 'client', do: 'call', client, atMs, key, method, path, body };
}

/** From a moment on, for some minutes, what renders is slow and dies. */
const busyRenderer = (atMs: number): PlannedEvent => ({
  ...{ of: 'outside', do: 'renderer busy', atMs, lastsMs: 3 * MINUTE_MS, who: null },
});

/** Contacts, an audience, a template that is revised and deleted, and a campaign to all of them. */
function campaign(client: string, atMs: number, name: string): ClientAction[] {
  const contacts = Array.from({ length: CONTACTS }, (_, at) => `contact-${name}-${at + 1}`);
  const own = (afterMs: number, key: string, method: Call['method'], path: string, body: object | null) =>
    call(client, atMs + afterMs, `${key}-${name}`, method, path, body);
  return [
    own(0, 'letter', 'POST', '/v1/templates', {
      ...{ friendly_name: `letter-${name}`, name: 'Letter', subject: 'News' },
      html: '<p>Dear {{ email }}</p>',
    }),
    ...contacts.map((key, at) =>
      call(client, atMs + at * 50, key, 'POST', '/v1/contacts', { email: `${key}@mail1.test` }),
    ),
    own(MINUTE_MS, 'all', 'POST', '/v1/audiences', {
      ...{ name: `All ${name}`, contact_ids: contacts.map((key) => `{${key}.id}`) },
    }),
    own(2 * MINUTE_MS, 'campaign', 'POST', '/v1/campaigns', {
      ...{ name: `campaign-${name}`, audience_id: `{all-${name}.id}`, template_id: `{letter-${name}.id}` },
      from: `news@${client.replaceAll(' ', '-')}.test`,
    }),
    own(2 * MINUTE_MS + 500, 'revised', 'PATCH', `/v1/templates/{letter-${name}.id}`, {
      subject: 'Other news',
    }),
    own(4 * MINUTE_MS, 'deleted', 'DELETE', `/v1/templates/{letter-${name}.id}`, null),
  ];
}
