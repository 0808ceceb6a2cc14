import type { AddCommand } from '../cli.ts';
import { untilAsked } from '../untilAsked.ts';
import { welcome } from '../welcome.ts';

/** `postledger serve`: runs the service until SIGTERM or SIGINT. */
export const serve: AddCommand = (program, cli) => {
  const command = program.command('serve').description('run the service until it is asked to stop');
  cli.does(command, async ({ settings, surroundings }) => {
    // Only here: no other command should wait until the whole service is loaded.
    const { openPorts } = await import('../../main/ports.ts');
    const { startService } = await import('../../main/service.ts');
    const stop = new AbortController();
    const asked = untilAsked().then(() => stop.abort());
    const service = await startService(settings, await openPorts(settings), { asked: stop.signal });
    if (!stop.signal.aborted) surroundings.stdout(welcome(service));
    await asked;
    await service.stop();
    return null;
  });
};
