import { backup, DatabaseSync as Sqlite } from '@photostructure/sqlite';
import { crashAt } from './crashPoints.ts';

/**
 * SQLite that dies amid the exchange of a rebuild, in the place of the library itself (crashingRebuild.ts): some of
 * the old collections are dropped and their successors renamed, and nothing is committed.
 */
const [step = '', nth = '1'] = process.argv.slice(2);
const reach = crashAt({ step, nth: Number(nth) });

export class DatabaseSync extends Sqlite {
  override exec(sql: string): void {
    if (sql.startsWith('ALTER TABLE')) reach('amid-exchange');
    super.exec(sql);
  }
}

export { backup };
