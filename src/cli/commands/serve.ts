import type { AddCommand } from '../cli.ts';
import { untilAsked } from '../untilAsked.ts';
import { welcome } from '../welcome.ts';

/** `postledger serve`: runs the service until SIGTERM or SIGINT. */
export const serveCommand: AddCommand = (program, cli) => {
  const command = program.command('serve').description('run the service until it is asked to stop');
  cli.does(command, async ({ settings, surroundings }) => {
    // Only here: no other command should wait until the whole service is loaded.
    const { serve } = await import('../../main/serve.ts');
    const stop = new AbortController();
    const asked = untilAsked().then(() => stop.abort());
    const service = await serve(settings, { env: surroundings.env, asked: stop.signal });
    if (!stop.signal.aborted) surroundings.stdout(welcome(service));
    await asked;
    await service.stop();
    return null;
  });
};
