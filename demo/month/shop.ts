import { createPrivateKey, createPublicKey } from 'node:crypto';
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
import type { Ids } from '../../src/ports/ids.ts';
import type { Secrets } from '../../src/ports/secrets.ts';
import type { SigningKeys } from '../../src/ports/signingKeys.ts';
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

/** Who is away, in days of the month: a receiver for eleven hours, one until its webhooks are given up, and two at the end. */
const AWAY: readonly { readonly host: string; readonly from: number; readonly to: number }[] = [
  { host: 'warehouse.fernhill.example', from: 17.3, to: 17.75 },
  { host: 'brightmail.example', from: 11.55, to: 11.68 },
  { host: 'accounting.fernhill.example', from: 20.2, to: 23.4 },
  { host: 'warehouse.fernhill.example', from: 29.7, to: 31 },
  { host: 'uni-nord.example', from: 29.86, to: 31 },
];

export const isAway = (host: string, day: number): boolean =>
  AWAY.some((one) => one.host === host && day >= one.from && day < one.to);

/** Opens the workspaces as an operator does, with keys, credits, domains and numbers. */
export async function openShop(ledger: Ledger, secrets: Secrets): Promise<Shop> {
  const signingKeys = drawnKeys(ledger.ids);
  const opened = async (name: string, keyName: string, domain: string, credits: number): Promise<Account> => {
    const by = { actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
    const { id: workspace } = await openWorkspace(ledger, by, name);
    const origin: Origin = { ...by, workspace };
    const { key } = await createApiKey(ledger, origin, { scopes: SCOPES, name: keyName, expiresAtMs: null });
    await grantCredits(ledger, origin, credits);
    await setSendingPace(ledger, origin, { perSecond: 20, perDay: 5_000 });
    const keys = await newSenderKeys({ ids: ledger.ids, secrets, signingKeys }, workspace, domain);
    await decideSenderDomain(ledger, origin, { do: 'add', domain, keys });
    // Programmers never asked for the records of theirs.
    const published = keys.flatMap(({ algorithm, selector }) =>
      algorithm === 'ed25519-sha256' ? [selector] : [],
    );
    if (name !== 'shop-staging') await decideSenderDomain(ledger, origin, { do: 'check', domain, published });
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
    wholesale: await opened('wholesale', 'invoices', 'fernhill-trade.example', 1_000),
    staging: await opened('shop-staging', 'developers', 'fernhill-staging.example', 500),
  };
}

/** What stands before the 32 bytes of an Ed25519 key (RFC 8410). */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Keys that follow from the seed, as the month must; RSA keys cannot, so that none of them is ever published. */
function drawnKeys(ids: Ids): SigningKeys {
  return {
    async generate(algorithm) {
      if (algorithm === 'rsa-sha256')
        return { publicKey: ids.randomBytes(270).toString('base64'), privateKey: 'none' };
      const der = Buffer.concat([ED25519_HEAD, ids.randomBytes(32)]);
      const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
      return {
        publicKey: spki.subarray(-32).toString('base64'),
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
