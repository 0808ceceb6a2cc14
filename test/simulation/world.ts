import { readSettings, type Settings } from '../../src/config.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { chanceOf } from './chance.ts';
import { type Journal, type JournalName, openJournal } from './journal.ts';
import { type CarrierPart, carrier } from './outside/carrier.ts';
import { type Account, type Clients, clients } from './outside/clients.ts';
import { type MailCopy, mailboxes } from './outside/mailboxes.ts';
import { mailServers } from './outside/mailServers.ts';
import { type MailZones, mailZones } from './outside/mailZones.ts';
import { names } from './outside/names.ts';
import { openAccounts } from './outside/operator.ts';
import { type OutsideParts, openAway } from './outside/outside.ts';
import { receivers } from './outside/receivers.ts';
import { BASE_URL, type Recipients, recipients } from './outside/recipients.ts';
import { type Reports, reports } from './outside/reports.ts';
import { writing } from './outside/writing.ts';
import type { CopyOfMail, Plan, ProcessPlan } from './plan.ts';
import { deaths } from './process/deaths.ts';
import { type SimulatedProcess, simulatedProcess } from './process/process.ts';
import { ledgerPortsFor } from './process/processPorts.ts';
import { type Rebuilding, rebuilding } from './process/rebuilding.ts';
import type { Watch } from './process/watch.ts';
import { openStores, type Stores } from './stores/stores.ts';
import { type Agenda, agenda } from './time/agenda.ts';
import { type Driver, driver } from './time/driver.ts';
import { type Idleness, idleness } from './time/idleness.ts';
import type { Life } from './time/life.ts';
import { type WallClocks, wallClocks } from './time/wallClocks.ts';

/** Everything there is, in one Node process: nothing in it knows of real time. */
export interface World {
  readonly plan: Plan;
  readonly agenda: Agenda;
  readonly driver: Driver;
  readonly wall: WallClocks;
  readonly journal: Journal;
  readonly stores: Stores;
  readonly processes: readonly SimulatedProcess[];
  readonly accounts: ReadonlyMap<string, Account>;
  readonly clients: Clients;
  readonly reports: Reports;
  readonly recipients: Recipients;
  readonly carrier: CarrierPart;
  readonly rebuilds: Rebuilding;
  readonly zones: MailZones;
  /** Null when it has not come. */
  readonly copyOf: (of: CopyOfMail) => MailCopy | null;
  readonly deaths: ReturnType<typeof deaths>;
  readonly away: OutsideParts['away'];
  readonly idle: Idleness;
  readonly watch: Watch;
  /** The stretches of time that were left out, in order. */
  readonly leftOut: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** Books whose lines say that processes have to find each other again, and those that say nothing of the kind. */
const DISRUPTIONS: ReadonlySet<JournalName> = new Set(['processes', 'rebuilds', 'troubles']);
const SAYS_NOTHING: ReadonlySet<JournalName> = new Set(['logs', 'writes', 'timers', 'gauges', 'readiness']);
/** Documents that are written again and again, whatever happens. */
const BY_THE_WAY: ReadonlySet<string> = new Set(['checkpoints']);

/** Builds the world of a plan, with its workspaces opened and no process started. */
export async function worldOf(plan: Plan): Promise<World> {
  const time = agenda((kind) => {
    if (kind === 'deed') idle.deed();
    else if (kind === 'wait') idle.wake();
  });
  const drive = driver(time, () => idle.pass());
  const wall = wallClocks(time, plan.startsAtMs);
  const chance = (name: string) => chanceOf(plan.seed, name);
  const journal = openJournal(
    () => ({ atMs: time.nowMs(), dateMs: wall.outsideMs() }),
    (book) => {
      if (DISRUPTIONS.has(book)) idle.disruption();
      else if (!SAYS_NOTHING.has(book)) idle.deed();
    },
  );
  const awaited = deaths();
  const stores = openStores({ plan, agenda: time, wall, chance, journal, deaths: awaited });
  const leftOut: { fromMs: number; toMs: number }[] = [];
  const onPassOver = (ms: number) => {
    leftOut.push({ fromMs: time.nowMs() - ms, toMs: time.nowMs() });
    stores.passOver(ms);
  };
  const idle = idleness({
    ...{ agenda: time, wall, dueAtMs: stores.dueAtMs, onPassOver },
    isAwake: () =>
      rebuilds.areRunning ||
      own.areCalling ||
      reported.areCalling ||
      reading.areCalling ||
      texting.areCalling ||
      stores.troubles.anyNew(),
  });
  stores.log.onAppend(idle.deed);
  stores.documents.onWrite((collection) => {
    if (!BY_THE_WAY.has(collection)) idle.deed();
  });
  const away = openAway(time, journal);
  const outside: OutsideParts = {
    ...{ plan, agenda: time, driver: drive, wall, chance, journal, deaths: awaited, away },
    mailboxes: mailboxes(),
  };
  const reported = reports(outside);
  const texting = carrier(outside);
  const zones = mailZones(outside);
  const watch: Watch = { fromMs: null };
  const rebuilds = rebuilding({ ...outside, seed: plan.seed, stores, watch });
  const portsFor = portsOver(outside, stores, watch, { reported, texting, zones });
  const processes = plan.processes.map((one) =>
    simulatedProcess({
      ...{ plan: one, settings: settingsOf(plan, one), agenda: time, driver: drive, journal, portsFor },
      leasesOf: stores.leases.heldBy,
    }),
  );
  const accounts = await openAccounts({ plan, stores, wall });
  const own = clients({ agenda: time, wall, chance: chance('clients'), journal, processes, accounts });
  const reading = recipients({ agenda: time, chance: chance('recipients'), journal, processes });
  return {
    ...{
      reports: reported,
      recipients: reading,
      carrier: texting,
      rebuilds,
      zones,
      copyOf: copiesOf(journal, outside),
    },
    ...{ plan, agenda: time, driver: drive, wall, journal, stores, processes, accounts, clients: own },
    ...{ deaths: awaited, away, idle, watch, leftOut },
  };
}

/** The copy that an address has of what a client sent under a key. */
function copiesOf({ books }: Journal, { mailboxes: boxes }: OutsideParts): World['copyOf'] {
  return ({ client, key, address }) => {
    const sent = books.clients.find(
      ({ call, status, ...line }) =>
        line.client === client && line.key === key && call === 'POST /v1/emails' && status === 202,
    );
    return sent === undefined ? null : boxes.copyOf((sent.answer as { readonly id: string }).id, address);
  };
}

/** What gives each life of a process all its ports: the ledger's, and those of every part of the outside. */
function portsOver(
  outside: OutsideParts,
  stores: Stores,
  watch: Watch,
  {
    reported,
    texting,
    zones,
  }: Pick<World, 'zones'> & { readonly reported: Reports; readonly texting: CarrierPart },
): (life: Life) => Ports {
  const mail = mailServers(outside, zones);
  const posts = receivers(outside);
  const dns = names(outside);
  const letters = writing(outside);
  return (life) => ({
    ...ledgerPortsFor(life, { ...outside, seed: outside.plan.seed, stores, watch }),
    ...mail.portsFor(life),
    ...posts.portsFor(life),
    ...dns.portsFor(life),
    ...letters.portsFor(life),
    ...texting.portsFor(life),
    ...reported.portsFor(life),
  });
}

function settingsOf({ over, partitions }: Plan, { roles }: ProcessPlan): Settings {
  return readSettings({
    POSTLEDGER_ROLES: roles === 'all' ? 'all' : roles.join(','),
    POSTLEDGER_PARTITIONS: String(partitions),
    POSTLEDGER_BASE_URL: BASE_URL,
    POSTLEDGER_BOUNCE_DOMAIN: 'reports.postledger.test',
    POSTLEDGER_BOUNCE_PORT: '2525',
    // Only whether it is set counts here: the stores behind the ports are the world's own.
    ...(over === 'engines' && { REDIS_URL: 'redis://simulated' }),
  });
}
