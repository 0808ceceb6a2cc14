/** Lists of suppressed addresses as each provider exports them, written after their documents. */
export const LISTS: Readonly<Record<string, (addresses: readonly string[]) => string>> = {
  sendgrid: (all) =>
    table(
      'status,reason,email,created',
      all,
      (address) => `5.1.1,"550 5.1.1, no such user",${address},1772355600`,
    ),
  resend: (all) =>
    JSON.stringify({
      object: 'list',
      has_more: false,
      data: all.map((email, n) => ({
        ...{ object: 'suppression', id: `s${n}`, email, origin: 'bounce', source_id: null },
        created_at: '2026-03-01T09:00:00.678Z',
      })),
    }),
  postmark: (all) =>
    JSON.stringify({
      Suppressions: all.map((EmailAddress) => ({
        ...{ EmailAddress, SuppressionReason: 'SpamComplaint', Origin: 'Recipient' },
        CreatedAt: '2026-03-01T04:00:00-05:00',
      })),
    }),
  ses: (all) =>
    JSON.stringify(
      {
        SuppressedDestinationSummaries: all.map((EmailAddress) => ({
          ...{ EmailAddress, Reason: 'BOUNCE', LastUpdateTime: '2026-03-01T09:00:00.123000+00:00' },
        })),
      },
      null,
      4,
    ),
  // An answer a page.
  mailgun: (all) =>
    [all.slice(0, 100), all.slice(100)]
      .map((page) =>
        JSON.stringify({
          items: page.map((address) => ({
            address,
            tags: ['*'],
            created_at: 'Sun, 01 Mar 2026 09:00:00 UTC',
          })),
          paging: { next: 'https://api.example.net/next' },
        }),
      )
      .join('\n'),
  brevo: (all) =>
    JSON.stringify({
      contacts: all.map((email) => ({
        ...{ email, senderEmail: 'shop@sender.test', blockedAt: '2026-03-01T09:00:00.000Z' },
        reason: { code: 'unsubscribedViaEmail', message: 'Unsubscribed via email' },
      })),
      count: all.length,
    }),
  mailchimp: (all) =>
    table(
      '"Email Address","First Name",UNSUB_TIME,UNSUB_REASON',
      all,
      (address) => `${address},Ann,"2026-03-01 09:00:00",NORMAL`,
    ),
  listmonk: (all) =>
    table(
      'uuid,email,name,attributes,status,created_at,updated_at',
      all,
      (address) =>
        `u,${address},Ann,"{""a"": 1}",blocklisted,2026-03-01 09:00:00.1 +0000 UTC,2026-03-01 09:00:00.1 +0000 UTC`,
    ),
  postal: (all) =>
    table(
      'id,type,address,reason,timestamp,keep_until',
      all,
      (address) => `1,recipient,${address},too many hard fails,1772355600.12,`,
    ),
};

const table = (head: string, all: readonly string[], row: (address: string) => string) =>
  `${[head, ...all.map(row)].join('\n')}\n`;
