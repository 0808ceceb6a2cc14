/** Hints between processes ('checkpoints are wanted', 'who shares a role'). May be lost or duplicated: correctness never depends on them. */
export interface Hints {
  publish(channel: string, message: string): void;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, handler: (message: string) => void): () => void;
  close(): Promise<void>;
}
