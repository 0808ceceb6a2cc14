// src/adapters/leavesFrom.ts
import { columnText } from "./embedded/log/logFormat.js";
import { rowBytes, rowHash } from "./embedded/log/rowHash.js";
function leavesFrom(readAll) {
  return async (options) => {
    let batch = await readAll(options);
    while (batch.events.length === 0 && !batch.caughtUp)
      batch = await readAll({ ...options, after: batch.position });
    return { leaves: batch.events.map(leafOf), fault: null };
  };
}
function leafOf({ position, stream, revision, type, id, data, metadata }) {
  const { at, workspace } = metadata;
  const texts = [stream, type, id, columnText(at), columnText(workspace)];
  texts.push(JSON.stringify(data), JSON.stringify(metadata));
  const hash = rowHash(rowBytes({ position: 0, revision, texts }));
  return { position, stream, revision, hash, texts: () => texts };
}
export {
  leafOf,
  leavesFrom
};
//# sourceMappingURL=leavesFrom.js.map
