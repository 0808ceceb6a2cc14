import type { Ledger, Origin } from '../../src/commands/kernel/ledger.ts';
import { decideSmsNumber } from '../../src/commands/sms/smsNumber.ts';
import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import { createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { grantCredits } from '../../src/commands/workspace/grantCredits.ts';
import { newSenderKeys } from '../../src/commands/workspace/newSenderKeys.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { SCOPES } from '../../src/commands/workspace/scopes.ts';
import { decideSenderDomain } from '../../src/commands/workspace/senderDomains.ts';
import { setSendingPace } from '../../src/commands/workspace/setSendingPace.ts';
import type { Secrets } from '../../src/ports/secrets.ts';
import { countedKeys } from '../../test/support/countedKeys.ts';
import { SMS_TEMPLATES } from './texts.ts';

/** A workspace and a key of it. */
export interface Account {
  readonly origin: Origin;
  readonly key: string;
}

/** The workspaces: the shop's own, its sales to other shops, and one that its programmers try things in. */
export interface Shop {
  readonly main: Account;
  readonly wholesale: Account;
  readonly staging: Account;
}

/** The shop's number for text messages. */
export const SHOP_NUMBER = '+15550142';

/** Who is away, in days of the month: a receiver of webhooks for eleven hours, a mail server for three. */
const AWAY: readonly { readonly host: string; readonly from: number; readonly to: number }[] = [
  { host: 'warehouse.fernhill.example', from: 17.3, to: 17.75 },
  { host: 'brightmail.example', from: 11.55, to: 11.68 },
  { host: 'uni-nord.example', from: 29.86, to: 31 },
];

export const isAway = (host: string, day: number): boolean =>
  AWAY.some((one) => one.host === host && day >= one.from && day < one.to);

/** Opens the workspaces as an operator does, with keys, credits, domains and numbers. */
export async function openShop(ledger: Ledger, secrets: Secrets): Promise<Shop> {
  const signingKeys = countedKeys();
  const opened = async (name: string, keyName: string, domain: string, credits: number): Promise<Account> => {
    const by = { actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
    const { id: workspace } = await openWorkspace(ledger, by, name);
    const origin: Origin = { ...by, workspace };
    const { key } = await createApiKey(ledger, origin, { scopes: SCOPES, name: keyName, expiresAtMs: null });
    await grantCredits(ledger, origin, credits);
    await setSendingPace(ledger, origin, { perSecond: 20, perDay: 5_000 });
    const keys = await newSenderKeys({ ids: ledger.ids, secrets, signingKeys }, workspace, domain);
    await decideSenderDomain(ledger, origin, { do: 'add', domain, keys });
    return { origin, key };
  };
  const main = await opened('shop', 'shop backend', 'fernhill.example', 10_000);
  await createApiKey(ledger, main.origin, {
    scopes: ['email:send'],
    name: 'newsletter tool',
    expiresAtMs: null,
  });
  await decideSmsNumber(ledger, main.origin, { do: 'assign', number: SHOP_NUMBER });
  for (const template of SMS_TEMPLATES) await approveSmsTemplate(ledger, main.origin, template);
  return {
    main,
    wholesale: await opened('wholesale', 'invoices', 'trade.fernhill.example', 1_000),
    staging: await opened('shop-staging', 'developers', 'staging.fernhill.example', 500),
  };
}
