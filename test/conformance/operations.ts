import type { Scope } from '../../src/commands/workspace/scopes.ts';
import type { Answer, ApiFixture } from '../support/apiFixture.ts';
import { type Belongings, NOBODY } from './fixture.ts';

/** An operation of the specification's section 4, with a request that it takes. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the specification writes it. */
  readonly path: string;
  readonly scope: Scope;
  /** Status of success. */
  readonly status: number;
  /** Status of the same request with a key of another workspace: what it names does not exist there. */
  readonly foreign: number;
  readonly body?: (own: Belongings) => unknown;
  /** Whose id `{id}` is. */
  readonly id?: keyof Belongings;
  readonly keyed?: 'required' | 'optional';
  /** Headers that it has beside the idempotency key. */
  readonly headers?: readonly string[];
}

const email = { from: 'hello@shop.test', to: 'ann@customer.test', subject: 'Hi', text: 'Hello' };
let names = 0;

/** In an order in which each still finds what it names. */
export const operations: readonly Operation[] = [
  {
    ...{ method: 'POST', path: '/v1/emails', scope: 'email:send', status: 202, foreign: 422 },
    ...{
      body: ({ template }) => ({ from: email.from, to: email.to, template_id: template }),
      keyed: 'required',
    },
  },
  {
    ...{ method: 'POST', path: '/v1/emails/batch', scope: 'email:send', status: 202, foreign: 202 },
    ...{ body: () => [email], keyed: 'optional' },
  },
  {
    ...{ method: 'POST', path: '/emails', scope: 'email:send', status: 200, foreign: 422 },
    ...{ body: ({ template }) => ({ from: email.from, to: email.to, template: { id: template } }) },
    keyed: 'optional',
  },
  {
    ...{ method: 'POST', path: '/emails/batch', scope: 'email:send', status: 200, foreign: 200 },
    ...{ body: () => [email], keyed: 'optional', headers: ['x-batch-validation'] },
  },
  {
    ...{ method: 'POST', path: '/v3/mail/send', scope: 'email:send', status: 202, foreign: 422 },
    body: ({ template }) => ({
      ...{ from: { email: email.from }, template_id: template },
      personalizations: [{ to: [{ email: email.to }] }],
    }),
    keyed: 'optional',
  },
  { method: 'GET', path: '/v1/analytics', scope: 'analytics:read', status: 200, foreign: 200 },
  { method: 'GET', path: '/v1/contacts', scope: 'contact:read', status: 200, foreign: 200 },
  {
    ...{ method: 'POST', path: '/v1/contacts', scope: 'contact:write', status: 200, foreign: 200 },
    body: () => ({ email: 'bo@customer.test' }),
  },
  { method: 'GET', path: '/v1/audiences', scope: 'campaign:read', status: 200, foreign: 200 },
  {
    ...{ method: 'POST', path: '/v1/audiences', scope: 'campaign:write', status: 201, foreign: 422 },
    body: ({ contact }) => ({ name: 'Customers', contact_ids: [contact] }),
  },
  { method: 'GET', path: '/v1/campaigns', scope: 'campaign:read', status: 200, foreign: 200 },
  {
    ...{ method: 'POST', path: '/v1/campaigns', scope: 'campaign:write', status: 202, foreign: 404 },
    body: ({ audience, template }) => ({
      ...{ name: 'Spring', audience_id: audience, template_id: template },
      from: 'news@shop.test',
    }),
  },
  { method: 'GET', path: '/v1/templates', scope: 'template:read', status: 200, foreign: 200 },
  {
    ...{ method: 'POST', path: '/v1/templates', scope: 'template:write', status: 201, foreign: 201 },
    body: () => ({ friendly_name: `t${names++}`, name: 'T', subject: 'Hi', text: 'Hello' }),
  },
  {
    ...{ method: 'GET', path: '/v1/templates/{id}', scope: 'template:read', status: 200, foreign: 404 },
    id: 'template',
  },
  {
    ...{ method: 'PATCH', path: '/v1/templates/{id}', scope: 'template:write', status: 200, foreign: 404 },
    ...{ id: 'template', body: () => ({ text: 'Hello again' }) },
  },
  {
    ...{ method: 'POST', path: '/v1/sms', scope: 'sms:send', status: 202, foreign: 422 },
    ...{ keyed: 'required' },
    body: ({ smsTemplate }) => ({
      ...{ from: '+4511111111', to: '+4522222222', template_id: smsTemplate },
      ...{ variables: { code: '1' }, consent_basis: 'transactional' },
    }),
  },
  { method: 'GET', path: '/v1/sms', scope: 'sms:read', status: 200, foreign: 200 },
  { method: 'GET', path: '/v1/sms/{id}', scope: 'sms:read', status: 200, foreign: 404, id: 'sms' },
  { method: 'GET', path: '/v1/webhooks', scope: 'webhook:manage', status: 200, foreign: 200 },
  {
    ...{ method: 'POST', path: '/v1/webhooks', scope: 'webhook:manage', status: 201, foreign: 201 },
    body: () => ({ name: 'Other', url: 'https://hooks.test/other', events: ['delivered'] }),
  },
  {
    ...{ method: 'PATCH', path: '/v1/webhooks/{id}', scope: 'webhook:manage', status: 200, foreign: 404 },
    ...{ id: 'webhook', body: () => ({ name: 'Renamed' }) },
  },
  {
    ...{ method: 'DELETE', path: '/v1/webhooks/{id}', scope: 'webhook:manage', status: 204, foreign: 404 },
    id: 'webhook',
  },
  {
    ...{ method: 'DELETE', path: '/v1/templates/{id}', scope: 'template:write', status: 204, foreign: 404 },
    id: 'template',
  },
];

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

export interface Sending {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the operation's own. */
  readonly body?: unknown;
  readonly id?: string;
  readonly query?: string;
  readonly method?: string;
  /** Null: none is sent. */
  readonly idempotencyKey?: string | null;
}

let keys = 0;

/** Sends the operation's good request, but for what is given. */
export function send(
  api: ApiFixture,
  own: Belongings,
  operation: Operation,
  given: Sending = {},
): Promise<Answer> {
  const { method, path, body, id, keyed } = operation;
  const url = path.replace('{id}', given.id ?? (id === undefined ? NOBODY : own[id]));
  const idempotencyKey =
    given.idempotencyKey === undefined && keyed === 'required' ? `send ${keys++}` : given.idempotencyKey;
  return api.call(given.method ?? method, url + (given.query ?? ''), {
    ...(given.key === undefined ? {} : { key: given.key }),
    ...(given.headers === undefined ? {} : { headers: given.headers }),
    ...('body' in given ? { body: given.body } : body === undefined ? {} : { body: body(own) }),
    ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}),
  });
}
