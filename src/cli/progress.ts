import type { CommandCall } from './cli.ts';

type WatchedCall = Pick<CommandCall, 'host' | 'options'>;

const isWatched = ({ host, options }: WatchedCall) => host.isWatched && !options.json;

/** Runs something long and, when a person watches, shows on stderr that it moves. */
export async function progressed<T>(
  call: WatchedCall,
  what: string,
  action: (onEvents: (events: number) => void) => Promise<T>,
): Promise<T> {
  if (!isWatched(call)) return action(() => {});
  const { default: ora } = await import('ora');
  const spinner = ora({
    text: what,
    stream: process.stderr,
    color: call.host.env.NO_COLOR ? false : 'cyan',
  }).start();
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

/** Runs something of a known size (null: unknown) and, when a person watches, shows a bar on stderr. */
export async function progressBar<T>(
  call: WatchedCall,
  what: string,
  total: number | null,
  action: (onMore: (more: number) => void) => Promise<T>,
  unit = 'events',
): Promise<T> {
  if (!isWatched(call)) return action(() => {});
  const format =
    total === null
      ? `${what}: {value} ${unit}`
      : `${what} {bar} {percentage}%  {value}/{total} ${unit}  {eta_formatted} left`;
  const { Presets, SingleBar } = await import('cli-progress');
  const bar = new SingleBar(
    { format, stream: process.stderr, clearOnComplete: false },
    Presets.shades_classic,
  );
  bar.start(total ?? 0, 0);
  try {
    return await action((more) => bar.increment(more));
  } finally {
    bar.stop();
  }
}
