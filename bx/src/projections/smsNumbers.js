// src/projections/smsNumbers.ts
import { projection } from "../runtime/fold/projection.js";
var smsNumbers = projection({
  name: "sms_numbers",
  version: 1,
  indexes: {},
  key: ({ data }) => data.number,
  on: {
    SmsNumberAssigned: (document, { data: { number }, metadata: { workspace } }) => {
      if (document?.workspaces.includes(workspace)) return document;
      return { number, workspaces: [...document?.workspaces ?? [], workspace] };
    },
    SmsNumberReleased: (document, { data: { number }, metadata: { workspace } }) => {
      if (document === null || !document.workspaces.includes(workspace)) return document;
      const others = document.workspaces.filter((one) => one !== workspace);
      return others.length === 0 ? null : { number, workspaces: others };
    }
  }
});
async function numberOwner(collection, number) {
  return (await collection.get(number))?.document.workspaces[0] ?? null;
}
export {
  numberOwner,
  smsNumbers
};
//# sourceMappingURL=smsNumbers.js.map
