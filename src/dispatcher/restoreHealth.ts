import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import { medianAnswerMs, type WebhookHealthDocument } from '../projections/webhookHealth.ts';
import type { ReadyQueue } from './readyQueue.ts';
import type { Slots } from './slots.ts';

export interface RestoreDependencies {
  readonly health: Pick<Collection<Pick<WebhookHealthDocument, 'speedClass' | 'recent'>>, 'scan'>;
  readonly slots: Pick<Slots, 'restore'>;
  readonly ready: Pick<ReadyQueue, 'reconsider'>;
  readonly log: Log;
}

/**
 * Gives the slots what is known of endpoints from before this process, or from the process that held their partition. When that
 * can't be read they begin as unknown ones: with one post at once, until their first answer.
 */
export async function restoreHealth({ health, slots, ready, log }: RestoreDependencies): Promise<void> {
  try {
    for await (const { key, document } of health.scan()) {
      if (document.speedClass === null) continue;
      slots.restore(key, document.speedClass, medianAnswerMs(document));
      ready.reconsider(key);
    }
  } catch (error) {
    log.warn({ err: error }, 'what is known of webhook endpoints could not be read');
  }
}
