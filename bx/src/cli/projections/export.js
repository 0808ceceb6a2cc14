// src/cli/projections/export.ts
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { link } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { Option } from "commander";
import { counted } from "../../audit/wording.js";
import { csvLine } from "../../commands/kernel/csv.js";
import { filePath } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { progressBar } from "../progress.js";
import { workspaceNamed } from "../workspaceNamed.js";
var CHUNK_CHARACTERS = 65536;
var FORMATS = ["csv", "jsonl"];
function addExport(group, cli) {
  const command = group.command("export").description(
    "write the documents of a read model into a file, in the order of their keys; of all workspaces without --workspace"
  ).argument("<read-model>", "as `status` lists it").argument("<file>", "file that does not exist yet", filePath).addOption(new Option("--format <format>", "of the file").choices(FORMATS).default("csv"));
  cli.ledgerAction(
    command,
    async (call) => {
      const isOfOne = command.getOptionValueSourceWithGlobals("workspace") === "cli";
      return exported(call, isOfOne ? (await workspaceNamed(call)).id : null);
    },
    "there is no file yet; the same command begins again."
  );
}
async function exported(call, workspace) {
  const [name = "", path = ""] = call.args;
  const file = resolve(path);
  const collection = await collectionNamed(call, name);
  if (existsSync(file)) throw new CliError(`${file} exists: name another file.`);
  const { documents: expected, fields } = await surveyed(collection, workspace);
  const lines = call.options.format === "jsonl" ? jsonLines : csvLines;
  const part = `${file}.${call.ledger.ids.uuid()}.part`;
  const drop = () => rmSync(part, { force: true });
  process.once("exit", drop);
  let documents = 0;
  try {
    await progressBar(
      call,
      "Exporting",
      expected,
      (onMore) => {
        const onWritten = (more) => {
          documents += more;
          onMore(more);
        };
        return pipeline(
          chunksOf(lines(documentsOf(collection, workspace, onWritten), fields)),
          createWriteStream(part, { mode: 384, flush: true })
        );
      },
      "documents"
    );
    await link(part, file);
  } catch (error) {
    const { code, message } = error;
    throw code === void 0 ? error : new CliError(`${file} could not be written: ${message}.`);
  } finally {
    process.off("exit", drop);
    drop();
  }
  return {
    data: { read_model: name, file, documents, fields: ["key", ...fields] },
    text: `${counted(documents, "document")} of ${name} in ${path}.`
  };
}
async function collectionNamed(call, name) {
  const found = Object.entries(call.projections).find(([, projection]) => projection.name === name);
  if (found === void 0)
    throw new CliError(
      `there is no read model ${name}; \`postledger projections status\` lists them.`,
      "not_found"
    );
  return await call.readModel(found[0]);
}
async function* documentsOf(collection, workspace, onMore = () => {
}) {
  for await (const { key, document } of collection.scan()) {
    if (workspace !== null && document.workspace !== workspace) continue;
    yield { ...document, key };
    onMore(1);
  }
}
async function surveyed(collection, workspace) {
  const fields = /* @__PURE__ */ new Set();
  let documents = 0;
  for await (const document of documentsOf(collection, workspace)) {
    documents += 1;
    for (const field of Object.keys(document)) fields.add(field);
  }
  fields.delete("key");
  return { documents, fields: [...fields] };
}
async function* jsonLines(documents) {
  for await (const { key, ...document } of documents) yield JSON.stringify({ key, ...document });
}
async function* csvLines(documents, fields) {
  yield csvLine(["key", ...fields]);
  for await (const document of documents)
    yield csvLine([document.key, ...fields.map((field) => cellOf(document[field]))]);
}
var cellOf = (value) => typeof value === "object" && value !== null ? JSON.stringify(value) : value;
async function* chunksOf(lines) {
  let chunk = "";
  for await (const line of lines) {
    chunk += `${line}
`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}
export {
  addExport
};
//# sourceMappingURL=export.js.map
