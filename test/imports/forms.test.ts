import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forms, type Provider } from '../../src/imports/forms/index.ts';
import { reasonKind } from '../../src/imports/reasons.ts';
import { addressIn, importFile } from '../../src/imports/rows.ts';
import { timeIn } from '../../src/imports/times.ts';
import { withFile } from './importedFile.ts';

const providers = suite('forms of other providers');

const NOW_MS = Date.parse('2026-06-01T00:00:00Z');

/** `address kind since detail` of each row; `-` for one that is passed over. */
const read = (from: Provider, content: string) =>
  withFile(content, async (path) => {
    const found: string[] = [];
    for await (const row of importFile(path).rows) {
      if ('fault' in row) found.push(row.fault);
      else {
        const said = forms[from].suppression(row.fields, NOW_MS);
        const since = said && timeIn(said.since);
        const at = since === null ? '' : new Date(since).toISOString().slice(0, 16);
        const address = addressIn(row.fields.text('email', 'address', 'emailaddress'));
        found.push(said === null ? '-' : `${address} ${reasonKind(said.reason)} ${at} ${said.detail}`.trim());
      }
    }
    return found;
  });

const CONTACTS = {
  plain:
    'email,first_name,Last Name,phone,subscribed,tags,plan\nann@example.net,Ann,Berg,+4512345678,no,"a,b",gold\n',
  sendgrid:
    'EMAIL,FIRST_NAME,LAST_NAME,PHONE_NUMBER,plan,CREATED_AT\nann@example.net,Ann,Berg,+4512345678,gold,2026-01-01\n',
  resend:
    '{"data":[{"id":"c1","email":"ann@example.net","first_name":"Ann","last_name":"Berg","unsubscribed":true,"created_at":"2026-01-01"}]}',
  ses: '{"Contacts":[{"EmailAddress":"ann@example.net","TopicPreferences":[],"UnsubscribeAll":true}]}',
  mailgun:
    '{"items":[{"address":"ann@example.net","name":"Ann Berg","subscribed":false,"vars":{"plan":"gold"}}]}',
  brevo:
    'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;PLAN;ADDED_TIME\n1;ann@example.net;Ann;Berg;4512345678;gold;2026-01-01\n',
  mailchimp:
    '"Email Address","First Name","Last Name","Phone Number",Plan,MEMBER_RATING,OPTIN_TIME,LEID,TAGS\nann@example.net,Ann,Berg,+4512345678,gold,2,"2026-01-01 09:00:00",1,"""a"",""b"""\n',
  listmonk:
    'uuid,email,name,attributes,status,created_at,updated_at\nu,ann@example.net,Ann Berg,"{""plan"":""gold""}",enabled,2026-01-01,2026-01-01\n',
} as const;

providers('SendGrid: every list, as its interface answers and as CSV', async () => {
  assert.equal(
    await read(
      'sendgrid',
      '[{"created":1772355600,"email":"ann@example.net","reason":"550 5.1.1 no such user","status":"5.1.1"}]',
    ),
    ['ann@example.net bounce 2026-03-01T09:00 550 5.1.1 no such user'],
  );
  assert.equal(
    await read(
      'sendgrid',
      'status,reason,email,created\n5.1.1,"550 5.1.1, unknown",ann@example.net,1772355600\n',
    ),
    ['ann@example.net bounce 2026-03-01T09:00 550 5.1.1, unknown'],
  );
  assert.equal(
    await read('sendgrid', '[{"created":1772355600,"email":"ann@example.net","ip":"192.0.2.1"}]'),
    ['ann@example.net complaint 2026-03-01T09:00'],
  );
  assert.equal(await read('sendgrid', 'email,created\nann@example.net,2026-03-01 09:00:00\n'), [
    'ann@example.net unsubscribe 2026-03-01T09:00',
  ]);
  assert.equal(
    await read(
      'sendgrid',
      '[{"email":"ann@example.net","group_id":7,"group_name":"News","created_at":1772355600}]',
    ),
    ['ann@example.net unsubscribe 2026-03-01T09:00 News'],
  );
});

providers('Resend, Postmark and SES', async () => {
  const resend = ['bounce', 'complaint', 'manual'].map((origin) => ({
    ...{ object: 'suppression', id: 's', email: `${origin}@example.net`, origin, source_id: null },
    created_at: '2026-03-01T09:00:00.678Z',
  }));
  assert.equal(await read('resend', JSON.stringify({ object: 'list', has_more: false, data: resend })), [
    'bounce@example.net bounce 2026-03-01T09:00',
    'complaint@example.net complaint 2026-03-01T09:00',
    'manual@example.net operator 2026-03-01T09:00',
  ]);
  const postmark = [
    ['HardBounce', 'Recipient'],
    ['SpamComplaint', 'Recipient'],
    ['ManualSuppression', 'Recipient'],
    ['ManualSuppression', 'Customer'],
  ].map(([SuppressionReason, Origin], n) => ({
    ...{ EmailAddress: `a${n}@example.net`, SuppressionReason, Origin },
    CreatedAt: '2026-03-01T04:00:00-05:00',
  }));
  const expected = [
    'a0@example.net bounce 2026-03-01T09:00 Recipient',
    'a1@example.net complaint 2026-03-01T09:00 Recipient',
    'a2@example.net unsubscribe 2026-03-01T09:00 Recipient',
    'a3@example.net operator 2026-03-01T09:00 Customer',
  ];
  assert.equal(await read('postmark', JSON.stringify({ Suppressions: postmark })), expected);
  const table = postmark.map((row) => Object.values(row).join(',')).join('\n');
  assert.equal(await read('postmark', `EmailAddress,SuppressionReason,Origin,CreatedAt\n${table}`), expected);
  const ses = (LastUpdateTime: unknown) => ({
    SuppressedDestinationSummaries: [
      { EmailAddress: 'ann@example.net', Reason: 'COMPLAINT', LastUpdateTime },
    ],
  });
  for (const time of ['2026-03-01T09:00:00.123000+00:00', 1772355600.123])
    assert.equal(await read('ses', JSON.stringify(ses(time))), [
      'ann@example.net complaint 2026-03-01T09:00',
    ]);
  assert.equal(await read('ses', 'ann@example.net,BOUNCE\n'), ['ann@example.net bounce']);
  assert.equal(await read('ses', '{"emailAddress":"ann@example.net","reason":"BOUNCE"}\n'), [
    'ann@example.net bounce',
  ]);
});

providers('Mailgun: bounces, unsubscriptions and complaints', async () => {
  const created_at = 'Sun, 01 Mar 2026 09:00:00 UTC';
  const items = [
    { address: 'a@example.net', code: '550', error: 'No such mailbox', created_at, MessageHash: 'h' },
    { address: 'b@example.net', tags: ['*'], created_at },
    { address: 'c@example.net', created_at },
  ];
  assert.equal(
    await read('mailgun', JSON.stringify({ items, paging: { next: 'https://api.example.net' } })),
    [
      'a@example.net bounce 2026-03-01T09:00 550 No such mailbox',
      'b@example.net unsubscribe 2026-03-01T09:00',
      'c@example.net complaint 2026-03-01T09:00',
    ],
  );
  assert.equal(
    await read('mailgun', `address,code,error,created_at\na@example.net,550,"No, none","${created_at}"\n`),
    ['a@example.net bounce 2026-03-01T09:00 550 No, none'],
  );
});

providers('Brevo: blocked contacts, and contacts that are blocked', async () => {
  const codes = [
    'hardBounce',
    'contactFlaggedAsSpam',
    'unsubscribedViaEmail',
    'unsubscribedViaMA',
    'adminBlocked',
  ];
  const contacts = codes.map((code) => ({
    ...{ email: 'ann@example.net', senderEmail: 'shop@example.org', reason: { code, message: 'Said so' } },
    blockedAt: '2026-03-01T09:00:00.000Z',
  }));
  const kinds = ['bounce', 'complaint', 'unsubscribe', 'unsubscribe', 'operator'];
  assert.equal(
    await read('brevo', JSON.stringify({ contacts, count: 5 })),
    kinds.map((kind) => `ann@example.net ${kind} 2026-03-01T09:00 Said so`),
  );
  const all = [true, false].map((emailBlacklisted) => ({
    email: 'ann@example.net',
    id: 1,
    emailBlacklisted,
    modifiedAt: '2026-03-01',
  }));
  assert.equal(await read('brevo', JSON.stringify({ contacts: all })), ['ann@example.net operator', '-']);
});

providers('Mailchimp: unsubscribed and cleaned files, and members by their status', async () => {
  const unsubscribed =
    '"Email Address","First Name",UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON\nann@example.net,Ann,"2026-03-01 09:00:00",March,NORMAL\n';
  assert.equal(await read('mailchimp', unsubscribed), [
    'ann@example.net unsubscribe 2026-03-01T09:00 NORMAL',
  ]);
  const cleaned =
    '"Email Address",CLEAN_TIME,CLEAN_CAMPAIGN_TITLE\nann@example.net,"2026-03-01 09:00:00",March\n';
  assert.equal(await read('mailchimp', cleaned), ['ann@example.net bounce 2026-03-01T09:00 March']);
  assert.equal(await read('mailchimp', CONTACTS.mailchimp), ['-']);
  const members = ['subscribed', 'unsubscribed', 'cleaned', 'pending'].map((status) => ({
    email_address: 'ann@example.net',
    status,
    last_changed: '2026-03-01T09:00:00+00:00',
  }));
  assert.equal(await read('mailchimp', JSON.stringify({ members })), [
    '-',
    'ann@example.net unsubscribe',
    'ann@example.net bounce',
    '-',
  ]);
});

providers('listmonk and Postal', async () => {
  const table =
    'uuid,email,name,attributes,status,created_at,updated_at\nu,ann@example.net,Ann,{},blocklisted,2026-03-01 09:00:00.1 +0000 UTC,2026-03-02 09:00:00.1 +0000 UTC\nu,bob@example.net,Bob,{},enabled,,\n';
  assert.equal(await read('listmonk', table), ['ann@example.net operator', '-']);
  const bounces = ['hard', 'soft', 'complaint'].map((type) => ({
    id: 1,
    type,
    source: 'smtp',
    email: 'ann@example.net',
    created_at: '2026-03-01T09:00:00.1Z',
    lists: [{ id: 1 }],
  }));
  assert.equal(await read('listmonk', JSON.stringify({ data: { results: bounces, total: 3 } })), [
    'ann@example.net bounce 2026-03-01T09:00 smtp',
    '-',
    'ann@example.net complaint 2026-03-01T09:00 smtp',
  ]);
  const until = NOW_MS / 1_000;
  const postal = `id,type,address,reason,timestamp,keep_until\n1,recipient,ann@example.net,too many hard fails,1772355600.123456,${until + 9}.5\n2,recipient,bob@example.net,too many soft fails,1772355600.1,${until - 9}.5\n`;
  assert.equal(await read('postal', postal), ['ann@example.net bounce 2026-03-01T09:00', '-']);
});

providers('contacts: names, telephone, consent, tags and fields of their own', async () => {
  const contact = (from: keyof typeof CONTACTS) =>
    withFile(CONTACTS[from], async (path) => {
      for await (const row of importFile(path).rows)
        return 'fault' in row ? null : (forms[from].contact?.(row.fields) ?? null);
      return null;
    });
  const named = { first_name: 'Ann', last_name: 'Berg' };
  const full = { ...named, phone: '+4512345678', custom_fields: { plan: 'gold' } };
  assert.equal(await contact('plain'), { ...full, subscribed: false, tags: ['a', 'b'] });
  assert.equal(await contact('sendgrid'), full);
  assert.equal(await contact('resend'), { ...named, subscribed: false });
  assert.equal(await contact('ses'), { subscribed: false });
  assert.equal(await contact('mailgun'), { ...named, subscribed: false, custom_fields: { plan: 'gold' } });
  assert.equal(await contact('brevo'), { ...named, phone: '4512345678', custom_fields: { PLAN: 'gold' } });
  assert.equal(await contact('mailchimp'), {
    ...full,
    subscribed: true,
    tags: ['a', 'b'],
    custom_fields: { Plan: 'gold' },
  });
  assert.equal(await contact('listmonk'), { ...named, subscribed: true, custom_fields: { plan: 'gold' } });
});

providers('times as exports write them', () => {
  const expected = '2026-03-01T09:00:00.000Z';
  for (const text of [
    ...[
      '2026-03-01T09:00:00Z',
      '2026-03-01T10:00:00+01:00',
      '2026-03-01 09:00:00',
      '2026-03-01 09:00',
      '2026-03-01 9:00',
    ],
    ...[
      '2026-03-01 09:00:00 UTC',
      '2026-03-01 09:00:00.000001 +0000 UTC',
      '2026-03-01 10:00:00 +0100 CET',
      '2026-03-01T09:00:00+0000',
    ],
    ...[
      'Sun, 01 Mar 2026 09:00:00 GMT',
      'Sun, 1 Mar 2026 10:00:00 +0100',
      '1772355600',
      '1772355600.0001',
      '1772355600000',
    ],
  ])
    assert.is(new Date(timeIn(text) ?? 0).toISOString(), expected, text);
  assert.is(new Date(timeIn('2026-03-01') ?? 0).toISOString(), '2026-03-01T00:00:00.000Z');
  for (const text of ['', '3/4/2026', 'yesterday', '2026-02-30', '12', 'null'])
    assert.is(timeIn(text), null, text);
});

providers('addresses as exports write them', () => {
  for (const text of [
    'ann@example.net',
    ' ann@example.net ',
    'Ann <ann@example.net>',
    '<ann@example.net>',
    'mailto:ann@example.net',
    "'ann@example.net",
  ])
    assert.is(addressIn(text), 'ann@example.net', text);
  for (const text of [
    '',
    'ann',
    '@example.net',
    'ann@example',
    'a b@example.net',
    'ann@example.net,bob@example.net',
  ])
    assert.is(addressIn(text), null, text);
});

providers.run();
