import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** A certificate with those that signed it, and its private key: PEM (RFC 7468). */
export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface CertificatePaths {
  readonly cert: string;
  readonly key: string;
}

/** A certificate and its key in two files, which another program renews. */
export interface CertificateFiles {
  /** The pair that was read last. */
  current(): CertificatePair;
  /**
   * Reads them again; null when nothing changed.
   * @throws CertificateInvalid while they do not belong together, as between the writing of the two files
   */
  renewed(): CertificatePair | null;
}

/** The files cannot be read, or are no certificate with its key. The message contains nothing of a key. */
export class CertificateInvalid extends Error {
  override readonly name = 'CertificateInvalid';
}

/** @throws CertificateInvalid */
export function certificateFiles(paths: CertificatePaths): CertificateFiles {
  let current = pairAt(paths);
  return {
    current: () => current,
    renewed() {
      const found = pairAt(paths);
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return null;
      current = found;
      return found;
    },
  };
}

/** Until when a certificate is valid, in milliseconds since 1970. @throws CertificateInvalid */
export function certificateEndMs(paths: CertificatePaths): number {
  return Date.parse(new X509Certificate(pairAt(paths).cert).validTo);
}

function pairAt({ cert, key }: CertificatePaths): CertificatePair {
  const pair = { cert: bytesAt(cert), key: bytesAt(key) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new CertificateInvalid(`${cert} and ${key} are no certificate with its key`, { cause: error });
  }
  return pair;
}

function bytesAt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CertificateInvalid(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
