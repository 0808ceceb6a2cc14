// src/audit/exportedLines.ts
import { columnsOf, exportLine } from "./exportFormat.js";
import { leafPages } from "./leafPages.js";
async function* exportedLines(store, { after, until, filter }) {
  const isWanted = filter === null ? () => true : wantedBy(filter);
  if (after >= until) return;
  for await (const leaves of leafPages(store, after)) {
    let lines = "";
    let events = 0;
    for (const leaf of leaves) {
      if (leaf.position > until) break;
      const columns = columnsOf(leaf);
      if (!isWanted(columns)) continue;
      lines += `${exportLine(leaf, columns)}
`;
      events += 1;
    }
    yield { lines, events, read: leaves.length };
    const last = leaves.at(-1);
    if (last !== void 0 && last.position >= until) return;
  }
}
function wantedBy({ since, until, workspace, stream, types }) {
  return (of) => (since === null || of.at >= since) && (until === null || of.at < until) && (workspace === null || of.workspace === workspace) && (stream === null || of.stream === stream || of.stream.startsWith(`${stream}-`)) && (types === null || types.includes(of.type));
}
export {
  exportedLines
};
//# sourceMappingURL=exportedLines.js.map
