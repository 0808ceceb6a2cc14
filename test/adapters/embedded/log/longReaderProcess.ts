import { join } from 'node:path';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';

// A process that begins to read a ledger and never ends its transaction.
const db = openSqlite(join(process.argv[2] ?? '', 'ledger.sqlite'), { busyTimeoutMs: 1_000, readOnly: true });
db.exec('BEGIN; SELECT count(*) FROM events');
process.stdout.write('reads\n');
setInterval(() => {}, 1_000);
