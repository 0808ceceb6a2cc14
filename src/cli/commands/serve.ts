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
    const ports = await openPorts(settings);
    const service = await startService(settings, ports).catch(async (error) => {
      await ports.close();
      throw error;
    });
    surroundings.stdout(welcome(service));
    await untilAsked();
    await service.stop();
    return null;
  });
};
