import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ledgerIdOf } from '../commands/workspace/openLedger.ts';
import type { Settings } from '../config.ts';
import type { Ports } from '../ports/ports.ts';
import type { Starting } from './closing.ts';
import { httpAddress } from './options.ts';
import { answerQuestions } from './serviceProof.ts';

/** What listens of a service that starts, by name, and the ledger that it works on. */
export interface Listening {
  readonly ledgerId: string | null;
  listeners(): Readonly<Record<string, string>>;
}

/** Has every listener prove on request whose it is, and says what listens. */
export async function listening(
  settings: Settings,
  starting: Starting,
  { store, tokens }: Ports,
  intakeListens: () => boolean | null,
): Promise<Listening> {
  const ledgerId = await ledgerIdOf(store).catch(() => null);
  const { app, admin, console: pages } = starting;
  if (ledgerId !== null)
    for (const one of [app, admin, pages])
      if (one !== null) answerQuestions(one.server, { ledgerId, tokens });
  const takesBounces = () => starting.background?.state().intakeListens ?? intakeListens();
  return { ledgerId, listeners: () => listenersOf(starting, settings, takesBounces()) };
}

/** What of this really listens now. */
function listenersOf(
  { app, admin, console: pages, submission }: Starting,
  { POSTLEDGER_SUBMISSION_HOST, POSTLEDGER_BOUNCE_HOST, POSTLEDGER_BOUNCE_PORT }: Settings,
  intakeListens: boolean | null,
): Readonly<Record<string, string>> {
  const at = (server: Server | undefined) => {
    const bound = server?.address() as AddressInfo | null | undefined;
    return bound ? httpAddress(bound.address, bound.port) : null;
  };
  const all = {
    api: at(app?.server),
    console: at(pages?.server),
    operators: at(admin?.server),
    submission: submission && `${POSTLEDGER_SUBMISSION_HOST}:${submission.port}`,
    bounces: intakeListens ? `${POSTLEDGER_BOUNCE_HOST}:${POSTLEDGER_BOUNCE_PORT}` : null,
  };
  return Object.fromEntries(Object.entries(all).filter(([, address]) => address !== null)) as Record<
    string,
    string
  >;
}
