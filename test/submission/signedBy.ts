import { dkimSigner } from '../../src/adapters/mime/dkimSigner.ts';
import { signingKeys } from '../../src/adapters/node/signingKeys.ts';
import type { MailKey } from '../../src/ports/mailSigner.ts';
import type { MailSigning } from '../../src/sender/email/mailSigning.ts';

/** Signs all mail with two new keys of a domain; `zone` has their DNS texts by name. */
export async function signedBy(
  domain: string,
): Promise<{ readonly signing: MailSigning; readonly zone: ReadonlyMap<string, string> }> {
  const keys: MailKey[] = [];
  const zone = new Map<string, string>();
  for (const algorithm of ['rsa-sha256', 'ed25519-sha256'] as const) {
    const { privateKey, publicKey } = await signingKeys.generate(algorithm);
    const selector = algorithm.slice(0, 3);
    keys.push({ domain, selector, algorithm, privateKey });
    const name = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519';
    zone.set(`${selector}._domainkey.${domain}`, `v=DKIM1; k=${name}; p=${publicKey}`);
  }
  const signer = dkimSigner();
  const sign = (raw: Buffer) => signer.sign(raw, keys, Date.now());
  return { zone, signing: { isAllowed: async () => true, signerFor: async () => ({ dkim: [], sign }) } };
}
