import { type Asked, type ClientOptions, caller, type Environment } from './call.ts';
import type * as schemas from './schemas.ts';

// A program that sends imports this file as `postledger/client`. It imports nothing of the service, and needs only `fetch`.

export type { ClientOptions, Environment } from './call.ts';
export { type FailureCode, PostledgerError } from './postledgerError.ts';
export type * from './schemas.ts';

/** How a call is made. */
export interface CallOptions {
  /** Breaks the call off, and the wait for its repetition: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How a send is made. */
export interface SendOptions extends CallOptions {
  /**
   * The same key never sends twice, in any process and at any time: name it after what is sent (`invoice-4711`), and a program
   * that was killed may send again. At most 255 characters; when absent, each call has a new one for its repetitions.
   */
  readonly idempotencyKey?: string;
}

/** The calls of the interface, by their operation ids. */
export type Client = ReturnType<typeof postledger>;

/**
 * A client of the service. Every call rejects with a PostledgerError when it is refused, or when no answer came; those that
 * do no more when they are made twice (sends among them, by their idempotency key) are repeated while that may help.
 * @throws TypeError when the options are no address or key
 */
export function postledger(options: ClientOptions, environment: Partial<Environment> = {}) {
  const { uuid, ...around } = { ...RUNTIME, ...environment };
  const call = caller(options, { uuid, ...around });
  const ask = <Answer>(asked: Asked) => call(asked) as Promise<Answer>;

  const get =
    <Answer>(path: string) =>
    ({ signal }: CallOptions = {}) =>
      ask<Answer>({ method: 'GET', path, isRepeatable: true, signal });
  const search =
    <Query extends object, Answer>(path: string) =>
    (query?: Query, { signal }: CallOptions = {}) =>
      ask<Answer>({ method: 'GET', path: path + queryOf(query ?? {}), isRepeatable: true, signal });
  const getOne =
    <Answer>(path: string) =>
    (id: string, options?: CallOptions) =>
      get<Answer>(pathTo(path, id))(options);
  /** Two of them make two things: it is for the caller to look whether the first one did. */
  const create =
    <Body, Answer>(path: string, isRepeatable = false) =>
    (body: Body, { signal }: CallOptions = {}) =>
      ask<Answer>({ method: 'POST', path, body, isRepeatable, signal });
  const send =
    <Body, Answer>(path: string) =>
    (body: Body, { idempotencyKey = uuid(), signal }: SendOptions = {}) =>
      ask<Answer>({ method: 'POST', path, body, idempotencyKey, isRepeatable: true, signal });
  const update =
    <Body, Answer>(path: string) =>
    (id: string, body: Body, { signal }: CallOptions = {}) =>
      ask<Answer>({ method: 'PATCH', path: pathTo(path, id), body, isRepeatable: true, signal });
  const remove =
    (path: string) =>
    async (id: string, { signal }: CallOptions = {}): Promise<void> => {
      await ask({ method: 'DELETE', path: pathTo(path, id), isRepeatable: true, signal });
    };

  const listContacts = search<schemas.ListContactsQuery, schemas.ContactPage>('/v1/contacts');
  const listSms = search<schemas.ListSmsQuery, schemas.SmsList>('/v1/sms');
  return {
    sendEmail: send<schemas.Email, schemas.EmailReceipt>('/v1/emails'),
    sendEmails: send<readonly schemas.EmailOfBatch[], schemas.AcceptedEmails>('/v1/emails/batch'),
    sendSms: send<schemas.SendSmsRequest, schemas.SmsReceipt>('/v1/sms'),
    listSms,
    /** Every message, page by page. */
    allSms: everyPage(listSms),
    getSms: getOne<schemas.SmsMessageWithAttempts>('/v1/sms'),
    getAnalytics: search<schemas.GetAnalyticsQuery, schemas.Analytics>('/v1/analytics'),
    listContacts,
    /** Every contact, page by page. */
    allContacts: everyPage(listContacts),
    saveContact: create<schemas.SaveContactRequest, schemas.Contact>('/v1/contacts', true),
    listAudiences: get<schemas.AudienceList>('/v1/audiences'),
    createAudience: create<schemas.CreateAudienceRequest, schemas.Audience>('/v1/audiences'),
    listCampaigns: get<schemas.CampaignList>('/v1/campaigns'),
    createCampaign: create<schemas.CreateCampaignRequest, schemas.Campaign>('/v1/campaigns'),
    listTemplates: get<schemas.TemplateList>('/v1/templates'),
    createTemplate: create<schemas.CreateTemplateRequest, schemas.Template>('/v1/templates'),
    getTemplate: getOne<schemas.TemplateWithRevisions>('/v1/templates'),
    updateTemplate: update<schemas.UpdateTemplateRequest, schemas.Template>('/v1/templates'),
    deleteTemplate: remove('/v1/templates'),
    listWebhookEndpoints: get<schemas.WebhookEndpointList>('/v1/webhooks'),
    createWebhookEndpoint: create<schemas.CreateWebhookEndpointRequest, schemas.WebhookEndpointWithSecret>(
      '/v1/webhooks',
    ),
    updateWebhookEndpoint: update<schemas.UpdateWebhookEndpointRequest, schemas.WebhookEndpoint>(
      '/v1/webhooks',
    ),
    disableWebhookEndpoint: remove('/v1/webhooks'),
  };
}

const RUNTIME: Environment = {
  fetch: (...request) => fetch(...request),
  nowMs: Date.now,
  random: Math.random,
  uuid: crypto.randomUUID.bind(crypto),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

const pathTo = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

function queryOf(query: object): string {
  const given = Object.entries(query as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The items of all pages, each read when the ones before were taken. */
function everyPage<Query extends { cursor?: string }, Item>(
  page: (
    query?: Query,
    options?: CallOptions,
  ) => Promise<{ readonly data: readonly Item[]; readonly next_cursor: string | null }>,
) {
  return async function* (query?: Query, options?: CallOptions): AsyncGenerator<Item, void, undefined> {
    for (let place: Query | undefined = query; ; ) {
      const { data, next_cursor: cursor } = await page(place, options);
      yield* data;
      if (cursor === null) return;
      place = { ...(query as Query), cursor };
    }
  };
}
