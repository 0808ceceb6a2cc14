import type { Mailer } from '../../src/ports/mailer.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { Poster } from '../../src/ports/poster.ts';

/**
 * The steps at which a service can be killed, as `name` or `name:event type`:
 * before-append, after-append (an event of the type was about to be appended / was just acknowledged by the log),
 * after-blob, after-documents (read models written, checkpoint not), after-checkpoint, after-mail, after-post.
 */
export interface CrashPoint {
  readonly step: string;
  /** Dies when the step is reached for the nth time. */
  readonly nth: number;
}

/** Kills this very process, as kill -9 would, when the step is reached. */
export function crashAt({ step, nth }: CrashPoint): (reached: string) => void {
  let times = 0;
  return (reached) => {
    if (reached !== step || ++times < nth) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal ends the process before the call returns to anything that matters; this makes it certain.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}

export function crashingPorts(ports: Ports, reach: (step: string) => void): Ports {
  const { store, documents, blobs } = ports;
  return {
    ...ports,
    store: {
      ...store,
      async append(stream, expected, events) {
        for (const { type } of events) reach(`before-append:${type}`);
        const appended = await store.append(stream, expected, events);
        for (const { type } of events) reach(`after-append:${type}`);
        return appended;
      },
    },
    blobs: {
      ...blobs,
      async put(bytes) {
        const ref = await blobs.put(bytes);
        reach('after-blob');
        return ref;
      },
    },
    documents: {
      ...documents,
      async collection<Document extends object>(definition: Parameters<typeof documents.collection>[0]) {
        const collection = await documents.collection<Document>(definition);
        return {
          ...collection,
          async writeMany(writes: Parameters<typeof collection.writeMany>[0]) {
            await collection.writeMany(writes);
            reach(definition.name === 'checkpoints' ? 'after-checkpoint' : 'after-documents');
          },
        };
      },
    },
  };
}

export function crashingMailer(mailer: Mailer, reach: (step: string) => void): Mailer {
  return {
    ...mailer,
    async send(mail) {
      const outcome = await mailer.send(mail);
      reach('after-mail');
      return outcome;
    },
  };
}

export function crashingPoster(poster: Poster, reach: (step: string) => void): Poster {
  return {
    ...poster,
    async post(request, signal) {
      const outcome = await poster.post(request, signal);
      reach('after-post');
      return outcome;
    },
  };
}
