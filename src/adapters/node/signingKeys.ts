import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKeys } from '../../ports/signingKeys.ts';

const generate = promisify(generateKeyPair);

/** RFC 8301, section 3.2: at least 1,024 bits. 2,048 fit into a DNS record, and all verifiers accept them. */
const RSA_BITS = 2_048;
/** The last bytes of the SubjectPublicKeyInfo of an Ed25519 key are the key itself (RFC 8410). */
const ED25519_BYTES = 32;

export const signingKeys: SigningKeys = {
  async generate(algorithm) {
    const { publicKey, privateKey } =
      algorithm === 'rsa-sha256'
        ? await generate('rsa', { modulusLength: RSA_BITS })
        : await generate('ed25519', {});
    const spki = spkiOf(publicKey);
    return {
      publicKey: (algorithm === 'rsa-sha256' ? spki : spki.subarray(-ED25519_BYTES)).toString('base64'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  },
};

const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
