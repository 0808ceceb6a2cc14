import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'SHA256SUMS';

/** Writes the file that `sha256sum --check` reads, over every other file of the folder. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => !name.startsWith(NAME))
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(folder, NAME), lines.join(''));
}

/**
 * Signs the checksums (Ed25519, RFC 8032: 64 bytes over the file itself), and writes the public key next to them.
 * @param keyFile a private key in PEM, as `openssl genpkey -algorithm ed25519` makes it
 * @throws Error when it is none; the message quotes nothing of it
 */
export function signChecksums(folder: string, keyFile: string): void {
  const key = privateKeyIn(readFileSync(keyFile));
  writeFileSync(join(folder, `${NAME}.sig`), sign(null, readFileSync(join(folder, NAME)), key));
  writeFileSync(join(folder, `${NAME}.pub`), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}

function privateKeyIn(pem: Buffer) {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new Error('the key file holds no private Ed25519 key in PEM without a passphrase');
}
