import { inBlobs } from './inBlobs.ts';
import { inCopies, inFiles } from './inFiles.ts';
import { inLog } from './inLog.ts';
import { type PersonalPlace, row } from './place.ts';
import { readModelPlaces } from './readModelPlaces.ts';

const EVER = 'for ever';
const REMOVED = 'until someone removes it';
const RUNS = 'as long as the process runs';
const HARMLESS = 'nothing personal';
const OUTSIDE = 'out of reach';

const LEDGER = /^(ledger|parts)\.sqlite(-wal|-shm)?$/;
const PARTS = /^parts$/;
const PROGRESS = /^(checkpoints|read_models|ledger|sweeps|migrations|doctor_[0-9a-f]{8})$/;
const BLOB = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}(\.(swept)?[0-9a-f]{0,12})?$/;
const GRIDFS = /^blobs\.(files|chunks)$/;
const ASIDE = /^(read-models|search)\.(damaged|ahead)-\d{1,9}\.sqlite(-wal|-shm)?$/;
const LOCKS = /^(leases\/.+|(ledger|read-models|search)\.lock(-journal)?)$/;
const PROBES = /^((read-models|search)\.condemned|room\.probe|\.doctor-\d+)$/;
const BROKEN_OFF = /^(ledger|read-models)\.sqlite\.part(-journal|-wal|-shm)?$/;

/** Every place that may hold data of a person. The log is the first: what it knows of the person leads to other places. */
export const places: readonly PersonalPlace[] = [
  row(
    'parts of the log',
    'of everyone: addresses, names, texts, answers of servers',
    EVER,
    inLog,
    LEDGER,
    PARTS,
  ),
  row('events of the log', 'ids, times, outcomes, tags', EVER, HARMLESS, LEDGER),
  ...readModelPlaces,
  row('progress', 'positions, names of read models', EVER, HARMLESS, null, PROGRESS),
  row('blobs', 'long texts, attachments, whole mails', 'until no event needs it', inBlobs, BLOB, GRIDFS),
  row('outbox', 'mail as it was sent, without a relay', REMOVED, inFiles, /^outbox\//),
  row('SMS outbox', 'text messages as they were sent, without a carrier', REMOVED, inFiles, /^sms-outbox\//),
  row('SMS inbox', 'text messages that came, without a carrier', REMOVED, inFiles, /^sms-inbox\//),
  row('unmatched', 'mail and text messages of no message', '30 days', inFiles, /^unmatched-(mail|sms)\//),
  row('reports', 'what a mail server said', 'until the next one', inFiles, /^reports\//),
  row('read models set aside', 'all that they had', REMOVED, inCopies, ASIDE),
  row('damaged ends of the log', 'events and parts', REMOVED, inCopies, /^ledger\.sqlite-wal\.damaged-\d+$/),
  row('keys', 'no names', REMOVED, HARMLESS, /^(master|first)\.key(\.[0-9a-f-]{36})?$/),
  row('locks and leases', 'numbers of partitions', EVER, HARMLESS, LOCKS),
  row('probes', 'why read models are unusable, zeros', RUNS, HARMLESS, PROBES),
  row('pace', 'counts by workspace, also in Redis', 'some days', HARMLESS, /^pace\.json/),
  row('leases, hints and reports in Redis', 'ids, and what a mail server said', 'some hours', OUTSIDE),
  row('metrics', 'figures', RUNS, HARMLESS),
  row('memory', 'events and documents that were read of late, mail on its way', RUNS, OUTSIDE),
  row('process log', 'network addresses of clients; no recipients', 'as its keeper is told', OUTSIDE),
  row('backups', 'all of the above', REMOVED, OUTSIDE, BROKEN_OFF),
  row('exports, proofs, CSV', 'what was asked for', REMOVED, OUTSIDE),
  row('oplog and freed space of MongoDB', 'what was written of late', 'until overwritten', OUTSIDE),
  row('mail servers, carriers, receivers', 'what they were sent', 'as they decide', OUTSIDE),
];
