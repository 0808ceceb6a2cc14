// src/audit/exportFormat.ts
import { createHash } from "node:crypto";
import { BEGINNING } from "../events/event.js";
import { EMPTY_TREE, rootOf, withLeaf } from "./merkleTree.js";
var FORMAT = "postledger export 1";
function exportHeader(ledger, filter) {
  const isAll = Object.values(filter).every((wanted) => wanted === null);
  return { format: FORMAT, ledger, filter: isAll ? null : filter };
}
function columnsOf({ texts }) {
  const [stream = "", type = "", id = "", at = "", workspace = "", data = "", metadata = ""] = texts();
  return { stream, type, id, at, workspace, data, metadata };
}
function exportLine({ position, revision, hash }, columns) {
  const { stream, type, id, at, data, metadata } = columns;
  const [name, kind, time, key] = [stream, type, at, id].map((text) => JSON.stringify(text));
  return `{"position":"${position}","stream":${name},"revision":${revision},"type":${kind},"time":${time},"id":${key},"data":${data},"metadata":${metadata},"sha256":"${hash}"}`;
}
function parsedLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
var isEnd = (line) => line !== null && Object.hasOwn(line, "end");
async function checkExport(lines, { leafOf, size, onEvents }) {
  const written = createHash("sha256");
  let tree = EMPTY_TREE;
  let rootAt = size === 0 ? rootOf(EMPTY_TREE) : null;
  let end = null;
  let after = BEGINNING;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const text = line.toString();
    const parsed = parsedLine(text);
    if (end !== null) throw new RangeError(`line ${number} comes after the end`);
    if (number === 1) refuseHeader(parsed);
    else if (isEnd(parsed)) end = comparedEnd(parsed.end, tree.size, written.copy().digest("hex"));
    else {
      const event = parsed;
      const leaf = event && wholeLeaf(event, text, leafOf);
      if (leaf === null || leaf.position <= after)
        throw new RangeError(`line ${number} is not as it was exported`);
      after = leaf.position;
      tree = withLeaf(tree, leaf.hash);
      if (tree.size === size) rootAt = rootOf(tree);
      onEvents(1);
    }
    written.update(line).update("\n");
  }
  if (end === null)
    throw new RangeError("it was cut off: its last line is not the end that a whole export has");
  return { tree, rootAt, end };
}
function refuseHeader(header) {
  if (header?.format !== FORMAT)
    throw new RangeError(
      "it is no export of a ledger: its first line is not the one that an export begins with"
    );
  if (header.filter !== null) throw new RangeError("it holds only the events of a filter, and no ledger");
}
function comparedEnd(end, events, sha256) {
  if (end.events !== events)
    throw new RangeError(`it holds ${events} events, and its last line says ${end.events}`);
  if (end.sha256 !== sha256)
    throw new RangeError("its lines are not those that its last line is about: one was changed or moved");
  return end;
}
function wholeLeaf(event, line, leafOf) {
  try {
    const leaf = leafOf(event);
    return exportLine(leaf, columnsOf(leaf)) === line ? leaf : null;
  } catch {
    return null;
  }
}
export {
  checkExport,
  columnsOf,
  exportHeader,
  exportLine,
  isEnd,
  parsedLine
};
//# sourceMappingURL=exportFormat.js.map
