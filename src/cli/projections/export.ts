import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { counted } from '../../audit/wording.ts';
import { type CsvValue, csvLine } from '../../commands/kernel/csv.ts';
import type { Collection, Stored } from '../../ports/documents.ts';
import type { ReadModels } from '../../projections/readModels.ts';
import { filePath } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { progressBar } from '../progress.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

const CHUNK_CHARACTERS = 65_536;
const FORMATS = ['csv', 'jsonl'] as const;

/** `postledger projections export`: a read model as a file for other programs. */
export function addExport(group: Command, cli: Cli): void {
  const command = group
    .command('export')
    .description(
      'write the documents of a read model into a file, in the order of their keys; of all workspaces without --workspace',
    )
    .argument('<read-model>', 'as `status` lists it')
    .argument('<file>', 'file that does not exist yet', filePath)
    .addOption(new Option('--format <format>', 'of the file').choices(FORMATS).default('csv'));
  cli.ledgerAction(
    command,
    async (call) => {
      // Without the option those of all workspaces are written, and not those of the one that is named 'default'.
      const isOfOne = command.getOptionValueSourceWithGlobals('workspace') === 'cli';
      return exported(call, isOfOne ? (await workspaceNamed(call)).id : null);
    },
    'there is no file yet; the same command begins again.',
  );
}

async function exported(call: LedgerCall, workspace: string | null) {
  const [name = '', path = ''] = call.args;
  const file = resolve(path);
  const collection = await collectionNamed(call, name);
  if (existsSync(file)) throw new CliError(`${file} exists: name another file.`);
  const { documents: expected, fields } = await surveyed(collection, workspace);
  const lines = call.options.format === 'jsonl' ? jsonLines : csvLines;
  // Another export may write for the same name: the first one that is whole gets it.
  const part = `${file}.${call.ledger.ids.uuid()}.part`;
  const drop = () => rmSync(part, { force: true });
  // Ctrl-C ends the process without coming back here.
  process.once('exit', drop);
  // More may have come since they were counted.
  let documents = 0;
  try {
    await progressBar(
      call,
      'Exporting',
      expected,
      (onMore) => {
        const onWritten = (more: number) => {
          documents += more;
          onMore(more);
        };
        // It may hold personal data.
        return pipeline(
          chunksOf(lines(documentsOf(collection, workspace, onWritten), fields)),
          createWriteStream(part, { mode: 0o600, flush: true }),
        );
      },
      'documents',
    );
    await link(part, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new CliError(`${file} could not be written: ${message}.`);
  } finally {
    process.off('exit', drop);
    drop();
  }
  return {
    data: { read_model: name, file, documents, fields: ['key', ...fields] },
    text: `${counted(documents, 'document')} of ${name} in ${path}.`,
  };
}

async function collectionNamed(call: LedgerCall, name: string): Promise<Collection<object>> {
  const found = Object.entries(call.projections).find(([, projection]) => projection.name === name);
  if (found === undefined)
    throw new CliError(
      `there is no read model ${name}; \`postledger projections status\` lists them.`,
      'not_found',
    );
  return (await call.readModel(found[0] as keyof ReadModels)) as unknown as Collection<object>;
}

type Row = { readonly key: string } & Readonly<Record<string, unknown>>;

/** Documents with their keys as a first field. */
async function* documentsOf(
  collection: Collection<object>,
  workspace: string | null,
  onMore: (more: number) => void = () => {},
): AsyncGenerator<Row, void, void> {
  for await (const { key, document } of collection.scan() as AsyncIterable<Stored<{ workspace?: unknown }>>) {
    if (workspace !== null && document.workspace !== workspace) continue;
    yield { ...document, key };
    onMore(1);
  }
}

/** How many documents there are, and the fields that any of them has: kinds of documents differ. */
async function surveyed(collection: Collection<object>, workspace: string | null) {
  const fields = new Set<string>();
  let documents = 0;
  for await (const document of documentsOf(collection, workspace)) {
    documents += 1;
    for (const field of Object.keys(document)) fields.add(field);
  }
  fields.delete('key');
  return { documents, fields: [...fields] };
}

async function* jsonLines(documents: AsyncIterable<Row>): AsyncGenerator<string, void, void> {
  for await (const { key, ...document } of documents) yield JSON.stringify({ key, ...document });
}

/** One column a field; what is no single value is JSON. */
async function* csvLines(
  documents: AsyncIterable<Row>,
  fields: readonly string[],
): AsyncGenerator<string, void, void> {
  yield csvLine(['key', ...fields]);
  for await (const document of documents)
    yield csvLine([document.key, ...fields.map((field) => cellOf(document[field]))]);
}

const cellOf = (value: unknown): CsvValue =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvValue);

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
