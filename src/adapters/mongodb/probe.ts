import { type Db, type Document, MongoServerError } from 'mongodb';
import type { Clock } from '../../ports/clock.ts';
import { DocumentsUnavailable } from '../../ports/documents.ts';
import { type MongoCall, READ_DEADLINE_MS } from './deadline.ts';

export interface MongoProbe {
  readonly version: string;
  readonly topology: 'replica set' | 'sharded cluster' | 'single server';
  /** The server's time less ours, in milliseconds. */
  readonly clockSkewMs: number;
  /** What an operator should repair, in whole sentences; empty when all is well. */
  readonly problems: readonly string[];
}

const OLDEST_MAJOR = 5;
const MAX_SKEW_MS = 1_000;

export async function probeMongo(db: Db, call: MongoCall, clock: Clock): Promise<MongoProbe> {
  const [hello, build] = await call(READ_DEADLINE_MS, DocumentsUnavailable, () =>
    Promise.all([greet(db), db.command({ buildInfo: 1 })]),
  );
  const version = String(build.version);
  const topology =
    hello.setName !== undefined
      ? 'replica set'
      : hello.msg === 'isdbgrid'
        ? 'sharded cluster'
        : 'single server';
  const clockSkewMs = hello.localTime instanceof Date ? hello.localTime.getTime() - clock.nowMs() : 0;
  const problems: string[] = [];
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    problems.push(`MongoDB ${version} is too old: version ${OLDEST_MAJOR} or later is needed.`);
  }
  if (build.ferretdbVersion !== undefined) {
    problems.push('This is FerretDB 1, which lets an older write overtake a newer one: use MongoDB.');
  } else if (build.ferretdb !== undefined) {
    problems.push(
      'This is FerretDB 2: readers see the exchange of a rebuilt read model, as short errors or an empty one, and it takes ' +
        'every write as PostgreSQL is set up to, whatever write concern is asked for.',
    );
  }
  if (topology === 'single server') {
    problems.push('MongoDB is a single server, so nothing survives its loss: run it as a replica set.');
  }
  if (hello.isWritablePrimary !== true && hello.ismaster !== true) {
    problems.push('MongoDB has no primary at present, so nothing can be written.');
  }
  if (Math.abs(clockSkewMs) > MAX_SKEW_MS) {
    problems.push(`The clock of MongoDB differs from ours by ${clockSkewMs} ms: synchronize both by NTP.`);
  }
  return { version, topology, clockSkewMs, problems };
}

/** `hello`, or its name before 4.4. */
async function greet(db: Db): Promise<Document> {
  try {
    return await db.command({ hello: 1 });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 59) return await db.command({ isMaster: 1 });
    throw error;
  }
}
