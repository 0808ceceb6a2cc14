import { unavailable } from './errors.ts';

/**
 * What this process knows since its start. A read model counts as known once it has reached the position that was the
 * log's head at the start.
 */
export interface StartUp {
  /** Whether every read model that a send consults is known; sends are refused until then. */
  readonly takesSends: boolean;
  /** Whether all API keys are known, so that an unknown one is refused for good. */
  readonly knowsKeys: boolean;
  /** The read models that sends consult, by name as operators see it, and whether each is known. */
  checks(): Readonly<Record<string, boolean>>;
  /** What is still folded up to the head of the start, by the names of its checkpoints: how much of the log, from 0 to 1. */
  building(): Readonly<Record<string, number>>;
}

/** Refusals until the start is complete: for the time being, with `Retry-After`. */
export const stillStarting = {
  sends: () =>
    unavailable(
      'The service has just started and still reads what it must know before it sends; try again in a moment.',
    ),
  key: () =>
    unavailable('The service has just started and does not know every API key yet; try again in a moment.'),
};
