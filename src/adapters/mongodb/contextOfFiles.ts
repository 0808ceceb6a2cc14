import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import type { Log } from '../../ports/log.ts';

/** The address's options for TLS, as the driver has read them. */
export interface TlsOptions extends SecureContextOptions {
  readonly tlsCAFile?: string;
  readonly tlsCRLFile?: string;
  readonly tlsCertificateKeyFile?: string;
}

/**
 * What connections trust and show, by the files as they are at each connection: Node asks for `context` then. The driver by itself
 * reads the files once, so that a certificate that was renewed would not be used before a restart.
 */
export function contextOfFiles(options: () => TlsOptions, log: Log): SecureContext {
  let last: SecureContext | null = null;
  /** Whether the last reading failed, so that it is said once. */
  let isStuck = false;
  const read = (): SecureContext => {
    try {
      last = createSecureContext(withFiles(options()));
      isStuck = false;
    } catch (error) {
      if (last === null) throw error;
      // While a file is being replaced it may be missing, or not fit the other.
      if (!isStuck)
        log.warn({ err: error }, 'the certificate files of MongoDB cannot be read, the last ones are used');
      isStuck = true;
    }
    return last;
  };
  return {
    get context() {
      return read().context;
    },
  };
}

function withFiles(options: TlsOptions): SecureContextOptions {
  const { tlsCAFile, tlsCRLFile, tlsCertificateKeyFile } = options;
  const client = tlsCertificateKeyFile === undefined ? null : readFileSync(tlsCertificateKeyFile);
  return {
    ...options,
    ...(tlsCAFile !== undefined && { ca: readFileSync(tlsCAFile) }),
    ...(tlsCRLFile !== undefined && { crl: readFileSync(tlsCRLFile) }),
    ...(client !== null && { cert: client, key: client }),
  };
}
