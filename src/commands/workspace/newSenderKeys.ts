import type { SenderKey } from '../../events/workspace.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { SigningKeys } from '../../ports/signingKeys.ts';

/** Random, so that neither two rotations nor two workspaces of one domain take the same name. */
const SELECTOR_BYTES = 4;

/** What a private key's seal is bound to. */
export const senderKeyContext = (workspace: string, domain: string, selector: string) =>
  `dkim ${workspace} ${domain} ${selector}`;

/** A key of each algorithm under names of their own: some receivers verify RSA alone. */
export async function newSenderKeys(
  { ids, secrets, signingKeys }: { ids: Ids; secrets: Secrets; signingKeys: SigningKeys },
  workspace: string,
  domain: string,
): Promise<SenderKey[]> {
  const name = `pl-${ids.randomBytes(SELECTOR_BYTES).toString('hex')}`;
  const make = async (algorithm: SenderKey['algorithm'], selector: string): Promise<SenderKey> => {
    const { publicKey, privateKey } = await signingKeys.generate(algorithm);
    const sealedPrivateKey = secrets.seal(privateKey, senderKeyContext(workspace, domain, selector));
    return { selector, algorithm, publicKey, sealedPrivateKey };
  };
  return Promise.all([make('rsa-sha256', `${name}-rsa`), make('ed25519-sha256', `${name}-ed`)]);
}
