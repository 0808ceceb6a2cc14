import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { READ_MODELS } from '../adapters/embedded/documents/documentFile.ts';
import type { Settings } from '../config.ts';
import { plainPosition } from '../events/event.ts';
import { openCheckpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, collectionOf } from '../follow/fold/projection.ts';
import { openLedgerPorts } from '../main/ledgerPorts.ts';
import { FOLLOWED } from '../main/live.ts';
import { partitionsOf } from '../main/options.ts';
import { SEND_MODELS } from '../main/servingState.ts';
import type { Documents } from '../ports/documents.ts';
import { furthestVersions, olderVersions } from '../projections/olderVersions.ts';
import { type Projections, projectionList, projectionsFor } from '../projections/readModels.ts';
import { version } from '../version.ts';
import { type CommandResult, table } from './answer.ts';
import { refuseMissing, refuseMissingKey } from './openDependencies.ts';

/** A read model that a start would fold from the beginning of the log. */
interface Built {
  readonly name: string;
  /** The version that answers meanwhile; null where there is none. */
  readonly from: number | null;
  readonly to: number;
  /** Whether sends are refused (503, with Retry-After) until it is complete. */
  readonly sendsWait: boolean;
}

/**
 * What a start of this version would do with what the settings name. It only reads, and a service of another version may run
 * there meanwhile.
 * @throws CliError where there is no ledger, DataFolderRefused for one that a start would refuse too
 */
export async function planOfStart(settings: Settings): Promise<CommandResult> {
  const { POSTLEDGER_DATA: data, MONGODB_URL } = settings;
  refuseMissing(settings);
  const projections = projectionsFor(partitionsOf(settings));
  // Opening would make the file, and who looks for it would not learn that the read models are gone.
  if (MONGODB_URL === undefined && !existsSync(join(data, READ_MODELS)))
    return answer(null, {
      built: projectionList(projections).map((one) => builtBy(projections)(one)),
      left: [],
    });
  const beforeMasterKey = () => refuseMissingKey(settings);
  const opened = await openLedgerPorts(settings, 'error', { beforeMasterKey });
  try {
    const end = plainPosition(await opened.store.head());
    return answer(end, await planned(opened.documents, projections, partitionsOf(settings)));
  } finally {
    await opened.close();
  }
}

interface Plan {
  readonly built: readonly Built[];
  /** Collections of older versions that are removed a day after their last use. */
  readonly left: readonly string[];
}

async function planned(documents: Documents, projections: Projections, partitions: number): Promise<Plan> {
  const all = projectionList(projections);
  const there = new Set(await documents.list());
  const checkpoints = await openCheckpoints(documents, partitions);
  const older = await olderVersions(documents, checkpoints, all);
  const answering = new Map(
    (await furthestVersions(older, checkpoints)).map((each) => [each.projection, each.version]),
  );
  const lacking = all.filter((one) => answering.has(one) || !there.has(collectionOf(one).name));
  const build = builtBy(projections);
  return {
    built: lacking.map((one) => build(one, answering.get(one))),
    left: older.map(({ definition }) => definition.name),
  };
}

function builtBy(projections: Projections) {
  const consulted: readonly AnyProjection[] = SEND_MODELS.map((name) => projections[name]);
  const followed: readonly AnyProjection[] = FOLLOWED.map((name) => projections[name]);
  return (projection: AnyProjection, from: number | null = null): Built => {
    const { name, version: to } = projection;
    const isFollowed = from !== null && followed.includes(projection);
    return { name, from, to, sendsWait: consulted.includes(projection) && !isFollowed };
  };
}

function answer(end: string | null, { built, left }: Plan): CommandResult {
  const rows = built.map(({ name, from, to, sendsWait }) => [
    ...[name, from === null ? null : `v${from}`, `v${to}`],
    ...[from === null ? 'no version answers' : `v${from} answers`, sendsWait ? 'wait' : 'go on'],
  ]);
  const lines = [
    `A start of Postledger ${version} keeps the log as it is${end === null ? '' : `; it ends at ${end}`}.`,
    built.length === 0
      ? 'No read model is built anew: they go on where they are.'
      : `Read models that are built from the log, while the service runs:\n\n${table(['READ MODEL', 'FROM', 'TO', 'MEANWHILE', 'SENDS'], rows)}\n`,
    ...(left.length === 0 ? [] : [`Removed a day after their last use: ${left.join(', ')}.`]),
    'Nothing was changed.',
  ];
  return { data: { version, end, built, left }, text: lines.join('\n') };
}
