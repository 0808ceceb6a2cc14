import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { seededRandom } from '../support/seededRandom.ts';
import { tracedDisk } from './diskAfterPowerCut.ts';
import type { DiskStep } from './diskTrace.ts';

export interface PowerCut {
  /** The data folder as it lies on the disk afterwards. */
  readonly folder: string;
  /** What the process had said by then. */
  readonly said: readonly string[];
  /** How to name it in a failure: the same seed cuts at the same place. */
  readonly name: string;
}

export interface PowerCuts {
  readonly steps: readonly DiskStep[];
  /** The folder of the process whose trace it is. */
  readonly traced: string;
  /** Where the folders are made. */
  readonly into: string;
  readonly count: number;
  readonly seed: number;
}

/**
 * Cuts the power at seeded places of a trace, the last of them at its end, and lays out what is left each time. Every
 * other cut falls among the syncs and checkpoints: most steps are the write-ahead log's frames. Ends earlier when
 * `look` has seen enough.
 */
export async function powerCuts(
  { steps, traced, into, count, seed }: PowerCuts,
  look: (cut: PowerCut) => Promise<'enough' | 'more'>,
): Promise<void> {
  const places = seededRandom(seed);
  const oneOf = (from: readonly number[]) => from[Math.floor(places() * from.length)] ?? steps.length;
  const all = [...steps.keys()];
  const rare = all.filter((at) => !isFrame(steps[at]));
  const cuts = Array.from({ length: count - 1 }, (_, number) => oneOf(number % 2 === 0 ? all : rare));
  const disk = tracedDisk();
  const said: string[] = [];
  let reached = 0;
  for (const [number, place] of [...cuts.sort((one, other) => one - other), steps.length].entries()) {
    for (const step of steps.slice(reached, place)) {
      if (step.kind === 'say') said.push(...step.text.split('\n'));
      else disk.apply(step);
    }
    reached = place;
    const folder = join(into, `cut-${number}`);
    mkdirSync(folder);
    // The index of the write-ahead log lies in memory only.
    for (const [path, bytes] of disk.afterPowerCut(seededRandom(seed + number)))
      if (!path.endsWith('-shm')) writeFileSync(join(folder, relative(traced, path)), bytes);
    const cut = { folder, said: [...said], name: `cut ${number} of seed ${seed}, at step ${place}` };
    if ((await look(cut)) === 'enough') return;
  }
}

function isFrame(step: DiskStep | undefined): boolean {
  return step?.kind === 'say' || (step?.kind === 'write' && step.path.endsWith('-wal'));
}
