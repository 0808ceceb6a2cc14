import type { SenderKey } from '../../events/workspace.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { SigningKeys } from '../../ports/signingKeys.ts';

/** Random, so that neither two rotations nor two workspaces with one domain use the same name. */
const SELECTOR_BYTES = 4;

/** The context that a private key is sealed with. */
export const senderKeyContext = (workspace: string, domain: string, selector: string) =>
  `dkim ${workspace} ${domain} ${selector}`;

/** One key for each algorithm, each with its own name: some receivers only verify RSA. */
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
