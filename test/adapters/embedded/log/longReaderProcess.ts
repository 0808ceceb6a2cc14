import { join } from 'node:path';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';

// A process that begins to read a ledger and never ends its transaction.
const db = openSqlite(join(process.argv[2] ?? '', 'ledger.sqlite'), { busyTimeoutMs: 1_000, readOnly: true });
db.exec('BEGIN; SELECT count(*) FROM events');
process.stdout.write('reads\n');
// It names the connection, which would be collected otherwise, and its transaction with it.
setInterval(() => void db.isTransaction, 1_000);
