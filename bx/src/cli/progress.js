// src/cli/progress.ts
import { Presets, SingleBar } from "cli-progress";
import ora from "ora";
var isWatched = ({ host, options }) => host.isWatched && !options.json;
async function progressed(call, what, action) {
  if (!isWatched(call)) return action(() => {
  });
  const spinner = ora({
    text: what,
    stream: process.stderr,
    color: call.host.env.NO_COLOR ? false : "cyan"
  }).start();
  let events = 0;
  try {
    const result = await action((more) => {
      events += more;
      spinner.text = `${what}: ${events.toLocaleString("en")} events`;
    });
    spinner.succeed();
    return result;
  } catch (error) {
    spinner.fail();
    throw error;
  }
}
async function progressBar(call, what, total, action, unit = "events") {
  if (!isWatched(call)) return action(() => {
  });
  const format = total === null ? `${what}: {value} ${unit}` : `${what} {bar} {percentage}%  {value}/{total} ${unit}  {eta_formatted} left`;
  const bar = new SingleBar(
    { format, stream: process.stderr, clearOnComplete: false },
    Presets.shades_classic
  );
  bar.start(total ?? 0, 0);
  try {
    return await action((more) => bar.increment(more));
  } finally {
    bar.stop();
  }
}
export {
  progressBar,
  progressed
};
//# sourceMappingURL=progress.js.map
