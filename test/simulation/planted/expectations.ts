const FLOODS = 'a process that is killed in the middle of floods';
const REPORTS = 'reports that come late and twice, and links that are followed';
const BATCHES = 'batches that a crash leaves half done';
const LOG_AWAY = 'a log that is away while attempts begin and end';
const ROUTE_AWAY = 'a mail route that closes between claims and their mails';
const SMALL_MEMORY = 'more deliveries and events than there is room for in memory';
const DEFERRED = 'a mail that is deferred for hours, next to a scheduled one';
const IN_ORDER = 'processes that are restarted in order';

/** The scenario that finds each planted fault, by the fault's name. A fault that is found there no more is none any more. */
export const FOUND_IN: Readonly<Record<string, string>> = {
  'lost lease: a pause that ends after the partition was lost is posted here too':
    'partitions that move while attempts wait for their time',
  'crash loop: an abandoned claim is taken at once': 'one mail sent again at every start of a crash loop',
  'date: a first attempt waits for its date after the clock was set back':
    'two processes whose clocks are an hour apart',
  'two clocks: pauses end by the date': 'a clock that is set back by an hour between two attempts',
  'second time: the same report is recorded twice': REPORTS,
  'restart: a checkpoint passes what was only read ahead': FLOODS,
  'crash: a repeated batch does not add what a crash left out': BATCHES,
  'lost answer: who begins a stream twice gets an error':
    'a 500 for one of two calls with one key, when the event of a conflict is readable only later',
  'what found no room in memory stays in hand': SMALL_MEMORY,
  'a delivery is not given back after a fault': LOG_AWAY,
  'the size of the queue never goes down': SMALL_MEMORY,
  'a stop does not wait for posts': IN_ORDER,
  'the next attempt counts from the beginning of the last': LOG_AWAY,
  'new deliveries go ahead of a backlog in the index':
    'new deliveries come while those from before a restart wait in the index',
  'a workspace without endpoints that wait keeps its turn': 'endpoints that answer in 1.9 s own all slots',
  'an outcome is given up after 2.6 s without the log': LOG_AWAY,
  'an address that holds the sandbox domain is of the sandbox': BATCHES,
  'leases are given back without waiting': IN_ORDER,
  "an owner's events pass those left in the log": SMALL_MEMORY,
  'of several recipients in a report the harshest counts': REPORTS,
  "an outcome is recorded under another's claim":
    'a process that stands still while it sends, and goes on when another sends',
  'the letter case of a return address counts': REPORTS,
  'element 1 of a batch takes the faults of 10 to 19': BATCHES,
  'an attempt that was not begun is counted': ROUTE_AWAY,
  'time: scheduled mail is due at once': DEFERRED,
  'a delay that was not reported counts as reported': DEFERRED,
};

/** Why the others are found in no scenario. */
export const NOT_FOUND: Readonly<Record<string, string>> = {
  'items whose wait is over are counted with their owner for ever':
    'only a lane with 256 items that were put off is closed by it, and no scenario has so many; the fan-out counts otherwise by now',
  'second time: a fan-out that runs again has everything posted again':
    'what the index has passed is not taken the short way, so it is posted again only where the index lags',
  'the late loss of a lease drops the next one':
    'a lease says at its release at the latest that it is lost, and no partition is taken again before that',
  'a lease that was lost already is not noticed':
    'no life has had such a lease for a partition whose endpoints were busy enough to be posted to twice',
};
