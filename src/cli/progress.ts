import { Presets, SingleBar } from 'cli-progress';
import ora from 'ora';
import type { LedgerCall } from './cli.ts';

/** Runs something long and, when somebody watches, shows on stderr that it moves. */
export async function progressed<T>(
  { surroundings, options }: Pick<LedgerCall, 'surroundings' | 'options'>,
  what: string,
  action: (onStretch: (events: number) => void) => Promise<T>,
): Promise<T> {
  if (!surroundings.watched || options.json) return action(() => {});
  const spinner = ora({ text: what, stream: process.stderr }).start();
  let events = 0;
  try {
    const result = await action((more) => {
      events += more;
      spinner.text = `${what}: ${events.toLocaleString('en')} events`;
    });
    spinner.succeed();
    return result;
  } catch (error) {
    spinner.fail();
    throw error;
  }
}

/** Runs something of a known size (null: unknown) and, when somebody watches, shows a bar on stderr. */
export async function progressBar<T>(
  watched: boolean,
  what: string,
  total: number | null,
  action: (onEvents: (events: number) => void) => Promise<T>,
  unit = 'events',
): Promise<T> {
  if (!watched) return action(() => {});
  const format =
    total === null
      ? `${what}: {value} ${unit}`
      : `${what} {bar} {percentage}%  {value}/{total} ${unit}  {eta_formatted} left`;
  const bar = new SingleBar(
    { format, stream: process.stderr, clearOnComplete: false },
    Presets.shades_classic,
  );
  bar.start(total ?? 0, 0);
  try {
    return await action((events) => bar.increment(events));
  } finally {
    bar.stop();
  }
}
