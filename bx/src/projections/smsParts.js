// src/projections/smsParts.ts
import { workIndex, workItem } from "./workIndex.js";
var PARTS_WAIT_MS = 60 * 6e4;
var smsParts = (partitions) => workIndex("sms_parts", 1, partitions, {
  SmsPartReceived: (_, event) => workItem(event, partitions, { dueAtMs: Date.parse(event.metadata.at) + PARTS_WAIT_MS }),
  SmsReceived: () => null
});
export {
  smsParts
};
//# sourceMappingURL=smsParts.js.map
