/**
 * Secrets at rest, sealed by AES-256-GCM under the master key. `context` is bound into the seal: a secret
 * sealed for one endpoint does not open for another.
 */
export interface Secrets {
  seal(plaintext: string, context: string): string;
  /** Throws when the seal was made under another key or context, or was altered. */
  open(sealed: string, context: string): string;
}
