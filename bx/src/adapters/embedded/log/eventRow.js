// src/adapters/embedded/log/eventRow.ts
import { LogDamaged } from "../../../ports/eventStore.js";
import { positionAt } from "../../position.js";
import { ledgerPath } from "./ledgerFile.js";
import { rowBytes, rowCrc } from "./rowHash.js";
var COLUMNS = "position, stream, revision, type, id, at, workspace, crc, data, metadata";
function decoded(folder, row) {
  const [position, stream, revision, type, id, at, workspace, crc, data, metadata] = row;
  const place = positionAt(position);
  try {
    const texts = [stream, type, id, at, workspace, data, metadata];
    if (typeof revision !== "number" || texts.some((text) => typeof text !== "string"))
      throw new Error("a value is of another kind");
    if (rowCrc(rowBytes({ position, revision, texts })) !== crc) throw new Error("its checksum differs");
    return {
      id,
      type,
      stream,
      revision,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
      position: place
    };
  } catch (cause) {
    throw new LogDamaged(`${ledgerPath(folder)} is damaged: the event at position ${position} was changed`, {
      cause
    });
  }
}
export {
  COLUMNS,
  decoded
};
//# sourceMappingURL=eventRow.js.map
