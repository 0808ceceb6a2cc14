// src/cli/audit/exportFile.ts
import { createHash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { isEnd, parsedLine } from "../../audit/exportFormat.js";
import { BEGINNING } from "../../events/event.js";
import { CliError } from "../cli.js";
import { linesOf } from "./linesOf.js";
async function withExportFile(file, header, action) {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new CliError(`${file} is no regular file: an export is read again where it goes on.`, "usage");
  const { openLockFile, takeLockAlone } = await import("../../adapters/embedded/sqlite.js");
  const lock = openLockFile(`${file}.lock`, 0);
  const isOurs = takeLockAlone(lock);
  const giveBack = () => {
    if (isOurs) rmSync(`${file}.lock`, { force: true });
  };
  process.once("exit", giveBack);
  try {
    if (!isOurs) throw new CliError(`another export writes into ${file}.`, "unavailable");
    const handle = await open(file, "a+", 384);
    try {
      return await action(await openedFile(file, handle, header));
    } finally {
      await handle.close();
    }
  } finally {
    process.off("exit", giveBack);
    giveBack();
    lock.close();
  }
}
async function openedFile(file, handle, header) {
  const { written, bytes, events: held, last } = await heldBy(file, header, (await handle.stat()).size);
  let events = held;
  const write = async (text) => {
    const buffer = Buffer.from(text);
    written.update(buffer);
    await handle.appendFile(buffer);
  };
  const ended = isEnd(last) ? last.end : null;
  if (ended === null) {
    await handle.truncate(bytes);
    if (bytes === 0) await write(`${JSON.stringify(header)}
`);
  }
  return {
    after: held === 0 ? BEGINNING : last.position,
    held,
    ended,
    async append(lines, more) {
      events += more;
      await write(lines);
    },
    async end(seal) {
      const end = { events, sha256: written.copy().digest("hex"), seal };
      await write(`${JSON.stringify({ end })}
`);
      await handle.sync();
      return end;
    }
  };
}
async function heldBy(file, header, size) {
  const written = createHash("sha256");
  const expected = JSON.stringify(header);
  let bytes = 0;
  let lines = 0;
  let last = null;
  for await (const line of linesOf(file)) {
    if (lines === 0 && line.toString() !== expected) throw new CliError(refusalOf(file, line.toString()));
    last = line;
    lines += 1;
    bytes += line.length + 1;
    written.update(line).update("\n");
  }
  if (lines === 0 && size > 0 && (size > expected.length || !await beginsAs(file, expected, size)))
    throw new CliError(refusalOf(file, ""));
  const lastLine = last && parsedLine(last.toString());
  return { written, bytes, events: Math.max(0, lines - (isEnd(lastLine) ? 2 : 1)), last: lastLine };
}
async function beginsAs(file, expected, bytes) {
  return await readFile(file, "utf8") === expected.slice(0, bytes);
}
function refusalOf(file, line) {
  const other = parsedLine(line);
  return other?.format === "postledger export 1" ? `${file} is an export of another ledger, or with another filter: name another file.` : `${file} is no export: name another file.`;
}
export {
  withExportFile
};
//# sourceMappingURL=exportFile.js.map
