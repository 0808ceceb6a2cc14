/**
 * Secrets at rest, sealed by AES-256-GCM under the master key; the previous one opens, too, while it is set. `context` is
 * bound into the seal: a secret sealed for one endpoint does not open for another.
 */
export interface Secrets {
  seal(plaintext: string, context: string): string;
  /** Throws when the seal was made under another key or context, or was altered. */
  open(sealed: string, context: string): string;
  /** The same secret sealed under the present master key; null when it is. Throws as `open` does. */
  renew(sealed: string, context: string): string | null;
}
