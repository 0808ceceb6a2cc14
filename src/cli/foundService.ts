import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type ServiceNote, serviceNotes } from '../adapters/node/serviceNotes.ts';
import { everySetting, fileNameOf, readSettings, type Settings } from '../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The data folder of an installed service, where its env file names none. */
const INSTALLED_DATA = '/var/lib/postledger';

/** A command's settings, and the service that it works with. */
export interface FoundService {
  readonly settings: Settings;
  /** The settings' environment: the command's own, over that of the service. */
  readonly env: Environment;
  /** Where the value of a setting is from that the command's own environment does not set; null where it is a default. */
  readonly source: (name: string) => string | null;
  /** Of a service that runs on the data folder; null where none does on this machine. */
  readonly service: ServiceNote | null;
  /** Why nothing can be known of it: another user owns it. */
  readonly refusal: string | null;
  /** For a person: which service it is, and where the command's own settings are others. */
  readonly says: { readonly about: string | null; readonly warnings: readonly string[] };
}

/**
 * Finds the service of `--data`, POSTLEDGER_DATA or the env file. What the command's environment does not set is as the
 * service has it; secrets come from the environment and the env file alone.
 * @throws SettingsInvalid
 */
export async function foundService(own: Environment, envFile: string | undefined): Promise<FoundService> {
  const installed = envFile === undefined ? null : installedEnv(envFile);
  const named = own.POSTLEDGER_DATA;
  const isInstalled =
    installed !== null &&
    typeof installed === 'object' &&
    (!named || resolve(named) === resolve(installed.POSTLEDGER_DATA ?? INSTALLED_DATA));
  const base: Environment = isInstalled ? { POSTLEDGER_DATA: INSTALLED_DATA, ...installed } : {};
  const env = over(base, own);
  const data = resolve(env.POSTLEDGER_DATA ?? './data');
  const notes = await serviceNotes(data).catch((error: NodeJS.ErrnoException) => error);
  const isClosed = notes instanceof Error && notes.code === 'EACCES';
  const closed = isClosed ? data : typeof installed === 'string' && !named ? installed : null;
  const refusal =
    closed === null
      ? null
      : `${closed} may be read by its owner alone: run as ${ownerOf(closed)}, as in \`sudo -u ${ownerOf(closed)} postledger …\`.`;
  const { running, stale } = notes instanceof Error ? { running: [], stale: [] } : notes;
  // Of several processes on one folder the one that answers customers.
  const service = running.find(({ listeners }) => listeners.api) ?? running[0] ?? null;
  const full = { ...(service && readableFiles(service, env)), ...env };
  const settings = readSettings(full);
  const adopted = everySetting.filter(
    ([name, { isSecret }]) => service && !isSecret && !env[name] && name in service.settings,
  );
  return {
    settings: {
      ...settings,
      ...Object.fromEntries(adopted.map(([name]) => [name, service?.settings[name]])),
    },
    env: full,
    source: (name) =>
      base[name] && !own[name] ? (envFile ?? null) : adopted.some(([one]) => one === name) ? 'service' : null,
    service,
    refusal,
    says: {
      about: service ? aboutOf(service) : staleText(data, stale),
      warnings: service ? differences(service, settings, env) : [],
    },
  };
}

/** Empty variables count as unset. */
function over(base: Environment, own: Environment): Environment {
  const set = Object.entries(own).filter(([, value]) => value);
  const merged: Record<string, string | undefined> = { ...base, ...Object.fromEntries(set) };
  // A secret may be given in two ways, and the command's own one counts.
  for (const [name, { isSecret }] of everySetting) {
    if (!isSecret) continue;
    if (own[name] && !own[fileNameOf(name)]) delete merged[fileNameOf(name)];
    if (own[fileNameOf(name)] && !own[name]) delete merged[name];
  }
  return merged;
}

/** The variables of the env file; its name where it may not be read; null where there is none. */
function installedEnv(file: string): Environment | string | null {
  try {
    return parseEnv(readFileSync(file, 'utf8')) as Environment;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? file : null;
  }
}

function readableFiles({ files }: ServiceNote, env: Environment): Environment {
  const isFree = (name: string) => !env[name] && !env[name.replace(/_FILE$/, '')];
  const isReadable = (path: string) => {
    try {
      return readFileSync(path).length > 0;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(Object.entries(files).filter(([name, path]) => isFree(name) && isReadable(path)));
}

function aboutOf({ version, pid, data, address, listeners }: ServiceNote): string {
  const where = listeners.api ?? address ?? listeners.operators ?? 'no address';
  return `the service at ${where}, on ${data} (version ${version}, process ${pid})`;
}

const staleText = (data: string, stale: readonly ServiceNote[]): string | null =>
  stale[0] === undefined ? null : `no service runs on ${data}: process ${stale[0].pid} ended without a stop`;

/** What concerns the person at the command line and not the ledger. */
const OF_THE_PERSON: readonly string[] = ['POSTLEDGER_OPERATOR', 'POSTLEDGER_DATA'];

function differences(service: ServiceNote, settings: Settings, env: Environment): readonly string[] {
  return everySetting.flatMap(([name, { isSecret }]) => {
    if (OF_THE_PERSON.includes(name)) return [];
    if (isSecret) {
      const [here, there] = [settings[name] !== undefined, service.secrets.includes(name)];
      if (here === there) return [];
      return [`${name} is ${here ? 'set here, and not in' : 'not set here, and is in'} the service`];
    }
    const theirs = service.settings[name] ?? null;
    if (!env[name] || JSON.stringify(settings[name]) === JSON.stringify(theirs)) return [];
    return [`${name} is ${settings[name]} here, and ${theirs ?? 'unset'} in the service`];
  });
}

/** The name of a file's owner; of one that may not even be seen, that of the folder above it. */
function ownerOf(path: string): string {
  try {
    const { uid } = statSync(path);
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? `user ${uid}`;
  } catch {
    return path === dirname(path) ? 'root' : ownerOf(dirname(path));
  }
}
