// src/adapters/eventstoredb/records.ts
import { positionAt } from "../position.js";
function isSystemEvent(type) {
  return type.startsWith("$");
}
function recordIn(answer) {
  const recorded = answer.getEvent()?.getEvent();
  if (recorded === void 0) return null;
  const position = positionAt(BigInt(recorded.getCommitPosition()));
  let event;
  return {
    type: recorded.getMetadataMap().get("type") ?? "",
    position,
    bytes: recorded.getData_asU8().length + recorded.getCustomMetadata_asU8().length,
    event: () => {
      if (event === void 0) event = eventOf(recorded, position);
      return event;
    }
  };
}
function eventOf(recorded, position) {
  const about = recorded.getMetadataMap();
  const type = about.get("type") ?? "";
  if (about.get("content-type") !== "application/json" || isSystemEvent(type)) return null;
  const metadata = parsed(recorded.getCustomMetadata_asU8());
  if (typeof metadata !== "object" || metadata === null) return null;
  return {
    id: recorded.getId()?.getString() ?? "",
    type,
    data: parsed(recorded.getData_asU8()),
    metadata,
    stream: textOf(recorded.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()),
    revision: Number(recorded.getStreamRevision()),
    position
  };
}
function parsed(bytes) {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
var textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString("utf8");
export {
  isSystemEvent,
  recordIn
};
//# sourceMappingURL=records.js.map
