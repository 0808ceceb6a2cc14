#!/usr/bin/env -S node --max-semi-space-size=64

// src/cli/postledger.ts
var interrupt = () => {
  process.stderr.write("postledger: interrupted; nothing was changed.\n");
  process.exit(130);
};
process.on("SIGINT", () => interrupt());
var READER_ENDED = 141;
var isService = false;
process.stdout.on("error", ({ code, message }) => {
  if (isService) return;
  if (code === "EPIPE") process.exit(READER_ENDED);
  process.stderr.write(`postledger: the output could not be written: ${message}
`);
  process.exit(1);
});
process.stderr.on("error", () => {
});
var { runCli } = await import("./run.js");
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  // A terminal of width 0 (of CI, expect, `docker exec -t`) would be drawn to without end.
  isWatched: process.stderr.isTTY === true && process.stderr.columns > 0,
  onInterrupt: (listener) => {
    interrupt = listener;
  },
  onService: () => {
    isService = true;
  },
  // Loaded when it is needed: drivers of engines take their time, and --help has no use for them.
  open: async (settings) => (await import("./openDependencies.js")).openDependencies(settings)
});
setTimeout(() => process.exit(), 2e3).unref();
//# sourceMappingURL=postledger.js.map
