import { setTimeout as sleep } from 'node:timers/promises';
import { openMongo } from '../../src/adapters/mongodb/open.ts';
import type { Position } from '../../src/events/event.ts';
import { quietLog } from '../support/quietLog.ts';
import { wallClock } from '../support/wallClock.ts';

/** What was seen of the checkpoints until the end. */
export interface CheckpointWatch {
  end(): Promise<{ readonly looks: number; readonly seen: number; readonly movedBack: readonly string[] }>;
}

const LOOK_EVERY_MS = 100;

/** Looks at every checkpoint again and again, and notes each that is behind where it was. */
export async function watchCheckpoints(url: string): Promise<CheckpointWatch> {
  const mongo = openMongo(url, { log: quietLog, clock: wallClock });
  const collection = await mongo.documents.collection({ name: 'checkpoints', indexes: {} });
  const highest = new Map<string, Position>();
  const movedBack: string[] = [];
  let looks = 0;
  let ended = false;
  const look = async () => {
    for await (const { key, position } of collection.scan()) {
      const before = highest.get(key);
      if (before !== undefined && position < before) movedBack.push(`${key}: ${before} to ${position}`);
      else highest.set(key, position);
    }
    looks++;
  };
  const watch = async () => {
    while (!ended) {
      await look();
      await sleep(LOOK_EVERY_MS);
    }
  };
  const watching = watch();
  return {
    async end() {
      ended = true;
      await watching;
      await mongo.close();
      return { looks, seen: highest.size, movedBack };
    },
  };
}
