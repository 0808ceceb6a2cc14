import type { InjectOptions } from 'fastify';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import type { Ledger } from '../../src/commands/kernel/ledger.ts';
import type { Chance } from '../../test/simulation/chance.ts';
import type { MonthOutside } from './monthOutside.ts';
import type { MonthTime } from './monthTime.ts';
import type { Customer } from './people.ts';
import { type Account, SHOP_NUMBER, type Shop } from './shop.ts';
import { LATER, LETTERS, PLANTS, TEMPLATES } from './texts.ts';

/** Asks the service for something, as programs and people do. */
export type Caller = (request: InjectOptions) => Promise<{ readonly status: number; readonly text: string }>;

export interface ShopParts {
  readonly time: MonthTime;
  readonly chance: Chance;
  readonly startsAtMs: number;
  readonly days: number;
  readonly customers: readonly [Customer, ...Customer[]];
  readonly shop: Shop;
  readonly call: Caller;
  readonly outside: MonthOutside;
  readonly ledger: Ledger;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How much of a day's orders come in each hour, UTC. */
const HOURS = [1, 1, 0, 0, 0, 1, 2, 4, 6, 7, 7, 6, 8, 7, 5, 5, 6, 7, 9, 11, 11, 8, 5, 2];
const ORDERS_A_DAY = 21;
const SHOP = 'Fernhill <hello@fernhill.example>';

/** Enters all that happens to the shop in a month. */
export function planShop(parts: ShopParts): void {
  const { startsAtMs, days, time } = parts;
  const api = apiOf(parts);
  const dayAt = (day: number, hour = 0) => startsAtMs + day * DAY_MS + hour * HOUR_MS;
  time.at(dayAt(0, 0.1), () => begin(parts, api));
  for (const { day, of, changes } of LATER)
    time.at(dayAt(day, 14.2), async () => {
      await api(parts.shop.main, 'PATCH', `/v1/templates/${api.idOf(of)}`, changes);
    });
  for (const { day, name, template, hour } of LETTERS)
    time.at(dayAt(day, hour), async () => {
      const body = { name, audience_id: api.idOf('readers'), template_id: api.idOf(template) };
      await api(parts.shop.main, 'POST', '/v1/campaigns', {
        ...body,
        from: 'letters@fernhill.example',
        from_name: 'Fernhill',
      });
    });
  for (let day = 0; day < days; day += 1) {
    planOrders(parts, api, day);
    planSmall(parts, api, day);
  }
  planEndpoints(parts, api);
}

/** Calls the interface under a key that is used once; the ids of answers are kept by a name. */
function apiOf({ call, ledger }: ShopParts) {
  const ids = new Map<string, string>();
  const api = async (
    account: Account,
    method: 'POST' | 'PATCH',
    url: string,
    body: object,
    name?: string,
  ): Promise<string> => {
    const { status, text } = await call({
      ...{ method, url, payload: JSON.stringify(body) },
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${account.key}`,
        'idempotency-key': name ?? ledger.ids.uuid(),
      },
    });
    if (status >= 300) throw new Error(`${method} ${url} was answered ${status}: ${text}`);
    const { id } = JSON.parse(text) as { readonly id: string };
    if (name !== undefined) ids.set(name, id);
    return id;
  };
  return Object.assign(api, { idOf: (name: string) => ids.get(name) ?? '' });
}

type Api = ReturnType<typeof apiOf>;

async function begin({ shop, customers }: ShopParts, api: Api): Promise<void> {
  for (const template of TEMPLATES)
    await api(shop.main, 'POST', '/v1/templates', template, template.friendly_name);
  const contacts: string[] = [];
  for (const { address: email, firstName: first_name, lastName: last_name, wantsNews } of customers) {
    const id = await api(shop.main, 'POST', '/v1/contacts', {
      email,
      first_name,
      last_name,
      subscribed: wantsNews,
      tags: ['customer'],
    });
    if (wantsNews) contacts.push(id);
  }
  const audience = {
    name: 'Letters from the garden',
    description: 'All who want news',
    contact_ids: contacts,
  };
  await api(shop.main, 'POST', '/v1/audiences', audience, 'readers');
  await endpointOf(api, shop.main, 'Order system', 'orders', [
    'delivered',
    'bounced',
    'complained',
    'sms.delivered',
    'sms.failed',
  ]);
  await endpointOf(api, shop.main, 'Old warehouse', 'old-warehouse', ['bounced', 'sms.received']);
  await endpointOf(api, shop.wholesale, 'Accounting', 'accounting', ['delivered', 'bounced', 'opened']);
}

const endpointOf = (api: Api, account: Account, name: string, host: string, events: readonly string[]) =>
  api(
    account,
    'POST',
    '/v1/webhooks',
    { name, url: `https://${host}.fernhill.example/hooks/postledger`, events },
    name,
  );

/** Moments of a day at which customers do something. */
function momentsOf({ chance, startsAtMs }: ShopParts, day: number, count: number): number[] {
  const all = HOURS.reduce((sum, share) => sum + share, 0);
  // Days are not alike; a weekend has a third more.
  const isWeekend = [0, 6].includes(new Date(startsAtMs + (day + 0.5) * DAY_MS).getUTCDay());
  const many = Math.round(count * chance.between(0.75, 1.25) * (isWeekend ? 1.35 : 1));
  return Array.from({ length: many }, () => {
    let left = chance.between(0, all);
    const hour = HOURS.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    // Hours are those of the date, wherever in a day the month begins.
    const midnightMs = Math.floor((startsAtMs + day * DAY_MS) / DAY_MS) * DAY_MS;
    return Math.max(startsAtMs + HOUR_MS, midnightMs + (hour + chance.next()) * HOUR_MS);
  });
}

const money = (cents: number) => `€${(cents / 100).toFixed(2)}`;

function planOrders(parts: ShopParts, api: Api, day: number): void {
  const { time, chance, customers, shop } = parts;
  momentsOf(parts, day, ORDERS_A_DAY).forEach((atMs, at) => {
    const customer = chance.of(customers);
    const order = `F${41_200 + day * 40 + at}`;
    const items = Array.from({ length: chance.whole(1, 3) }, () => ({
      ...{ name: chance.of(PLANTS), count: chance.whole(1, 2), cents: chance.whole(6, 79) * 100 + 90 },
    }));
    const variables = {
      ...{ first_name: customer.firstName, order, parcel: `NW${chance.whole(10_000_000, 99_999_999)}` },
      items: items.map(({ name, count, cents }) => ({ name, count, price: money(count * cents) })),
      ...{
        total: money(items.reduce((sum, { count, cents }) => sum + count * cents, 0)),
        plant: items[0]?.name ?? '',
      },
    };
    const mail = async (template: string, tags: readonly string[], more: object = {}) => {
      const body = {
        from: SHOP,
        to: customer.address,
        template_friendly_name: template,
        variables,
        tags,
        ...more,
      };
      await api(shop.main, 'POST', '/v1/emails', body, `${order}-${template}`);
    };
    time.at(atMs, () => mail('order-confirmed', ['order', 'confirmation']));
    const shippedMs = atMs + chance.between(16, 26) * HOUR_MS;
    time.at(shippedMs, async () => {
      // What is for the next week is given to the service today.
      const asked = { scheduled_for: new Date(shippedMs + 7 * DAY_MS).toISOString() };
      await mail('order-shipped', ['order', 'shipping']);
      if (chance.is(0.4)) await mail('review-request', ['review'], asked);
      if (chance.is(0.3)) await textOf(parts, api, customer, 'delivery-today', { from: '10', to: '12' });
    });
  });
}

async function textOf(
  { shop, outside, chance }: ShopParts,
  api: Api,
  customer: Customer,
  template: string,
  variables: object,
): Promise<void> {
  const body = { from: SHOP_NUMBER, to: customer.phone, template, variables, consent_basis: 'transactional' };
  await api(shop.main, 'POST', '/v1/sms', body);
  if (template === 'delivery-today' && chance.is(0.06))
    await outside.text({
      from: customer.phone,
      to: SHOP_NUMBER,
      text: chance.is(0.5) ? 'STOP' : 'Thank you! Please leave it at the door.',
    });
}

/** The smaller things of a day: passwords, codes, invoices, back in stock, and what programmers try. */
function planSmall(parts: ShopParts, api: Api, day: number): void {
  const { time, chance, customers, shop } = parts;
  const each = (count: number, act: (customer: Customer) => Promise<unknown>) => {
    for (const atMs of momentsOf(parts, day, count))
      time.at(atMs, async () => {
        await act(chance.of(customers));
      });
  };
  each(9, ({ firstName, address: to }) => {
    const link = `https://shop.fernhill.example/password/${chance.whole(100_000, 999_999)}`;
    const html = `<p>Hello ${firstName},</p><p><a href="${link}">Choose a new password</a> within an hour. If it was not you, do nothing.</p>`;
    const body = {
      from: SHOP,
      to,
      subject: 'Choose a new password',
      html,
      text: `Hello ${firstName}, ${link}`,
      tags: ['account'],
    };
    return api(shop.main, 'POST', '/v1/emails', { ...body, track_opens: false, track_clicks: false });
  });
  each(5, ({ address: to, firstName: first_name }) =>
    api(shop.main, 'POST', '/v1/emails', {
      from: SHOP,
      to,
      template_friendly_name: 'welcome',
      variables: { first_name },
      tags: ['account'],
    }),
  );
  each(4, (customer) =>
    textOf(parts, api, customer, 'login-code', { code: String(chance.whole(100_000, 999_999)) }),
  );
  each(3, ({ address: to }) => {
    const plant = chance.of(PLANTS);
    const variables = { plant, slug: plant.toLowerCase().replaceAll(' ', '-') };
    return api(shop.main, 'POST', '/v1/emails', {
      from: SHOP,
      to,
      template_friendly_name: 'back-in-stock',
      variables,
      tags: ['stock'],
    });
  });
  each(5, ({ lastName, address: to }) => {
    const number = `2026-${String(chance.whole(1_000, 9_999))}`;
    const attachments = [
      {
        filename: `invoice-${number}.pdf`,
        type: 'application/pdf',
        content: Buffer.from(`%PDF-1.4\n% Invoice ${number}\n`).toString('base64'),
      },
    ];
    const text = `Dear ${lastName} & Co.,\n\nattached is invoice ${number}, due in thirty days.\n\nFernhill trade`;
    const body = {
      from: 'Fernhill trade <accounts@fernhill-trade.example>',
      to,
      subject: `Invoice ${number}`,
      text,
      attachments,
      tags: ['invoice'],
    };
    return api(shop.wholesale, 'POST', '/v1/emails', body);
  });
  each(3, () => {
    const scenario = chance.of([
      'bounce',
      'transient',
      'ooto',
      'click',
      'complaint',
      'unsubscribe',
      'transactional',
    ]);
    const label = chance.whole(1, 9_999);
    const body = {
      from: 'Tests <tests@fernhill-staging.example>',
      subject: `Test ${label}: ${scenario}`,
      tags: ['test'],
    };
    const html = '<p>A test. <a href="https://fernhill-staging.example/">A link</a></p>';
    return api(shop.staging, 'POST', '/v1/emails', { ...body, to: `${scenario}+${label}@example.com`, html });
  });
}

/** One endpoint takes the place of another, one is switched off for a day; an operator suppresses an address and lifts it. */
function planEndpoints({ time, startsAtMs, shop, ledger, customers, days }: ShopParts, api: Api): void {
  const at = (day: number, act: () => Promise<unknown>) => {
    if (day < days)
      time.at(startsAtMs + day * DAY_MS, async () => {
        await act();
      });
  };
  const switched = (account: Account, name: string, status: 'ACTIVE' | 'DISABLED') =>
    api(account, 'PATCH', `/v1/webhooks/${api.idOf(name)}`, { status });
  at(3.4, async () => {
    await switched(shop.main, 'Old warehouse', 'DISABLED');
    await endpointOf(api, shop.main, 'Warehouse', 'warehouse', ['bounced', 'clicked', 'sms.received']);
  });
  at(9.1, () => switched(shop.wholesale, 'Accounting', 'DISABLED'));
  at(10.4, () => switched(shop.wholesale, 'Accounting', 'ACTIVE'));
  const reader = customers.find(({ mailbox }) => mailbox === 'reads');
  const decide = (what: 'add' | 'remove', reason: string) => () =>
    decideSuppression(
      ledger,
      { ...shop.main.origin, correlation: ledger.ids.uuid() },
      { do: what, address: reader?.address ?? '', reason },
    );
  at(12.42, decide('add', 'Asked by telephone for no more mail.'));
  at(19.63, decide('remove', 'Wrote that it was a mistake.'));
}
