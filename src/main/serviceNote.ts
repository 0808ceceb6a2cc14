import { resolve } from 'node:path';
import { removeStaleNotes, writeServiceNote } from '../adapters/node/serviceNotes.ts';
import { everySetting, fileNameOf, type Settings } from '../config.ts';
import type { Ports } from '../ports/ports.ts';
import { version } from '../version.ts';
import type { Listening } from './listening.ts';
import { baseUrl, rolesOf } from './options.ts';

/** The intake tries again where its port is in use, and the background reports it later. */
const WRITTEN_EVERY_MS = 2_000;

/**
 * Keeps a note of this service for the commands of its machine, until `remove`. A note that cannot be written is logged
 * and tried again: the service does its work without.
 */
export function keepServiceNote(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): { begin(listening: Listening): void; remove(): Promise<void> } {
  const over = new AbortController();
  let kept: Promise<void> = Promise.resolve();
  let removeNote = async () => {};
  const keep = async ({ ledgerId, listeners }: Listening) => {
    const about = { ...aboutOf(settings, env), ledgerId };
    let written = '';
    while (!over.signal.aborted) {
      const now = listeners();
      if (JSON.stringify(now) !== written)
        try {
          if (written === '') await removeStaleNotes(about.data);
          removeNote = await writeServiceNote({ ...about, listeners: now }, process.pid);
          written = JSON.stringify(now);
        } catch (error) {
          log.debug({ err: error }, 'the note for commands could not be written');
        }
      await clock.sleep(WRITTEN_EVERY_MS, over.signal);
    }
  };
  return {
    begin: (listening) => {
      kept = keep(listening);
    },
    async remove() {
      over.abort();
      await kept;
      await removeNote();
    },
  };
}

function aboutOf(settings: Settings, env: Readonly<Record<string, string | undefined>>) {
  const shown = everySetting.filter(([, { isSecret }]) => !isSecret).map(([name]) => [name, settings[name]]);
  const secrets = everySetting.filter(([name, { isSecret }]) => isSecret && settings[name] !== undefined);
  const files = secrets.flatMap(([name]) => {
    const path = env[fileNameOf(name)];
    return path ? [[fileNameOf(name), resolve(path)]] : [];
  });
  return {
    version,
    data: resolve(settings.POSTLEDGER_DATA),
    address: rolesOf(settings).api ? baseUrl(settings) : null,
    settings: Object.fromEntries(shown) as Record<string, unknown>,
    secrets: secrets.map(([name]) => name),
    files: Object.fromEntries(files) as Record<string, string>,
  };
}
