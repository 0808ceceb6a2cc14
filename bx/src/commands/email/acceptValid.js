// src/commands/email/acceptValid.ts
import { slices } from "../../queues/slices.js";
import { Refusal } from "../kernel/refusal.js";
import {
  asAccepted,
  emailBatch,
  placesOf
} from "./batch.js";
import { decideDraft } from "./decideDraft.js";
async function acceptValid(accepting, origin, { operation, idempotencyKey, elements }) {
  const batch = emailBatch(accepting, origin, { operation, idempotencyKey });
  const append = async (drafts2, { places: places2, of }) => batch.append(await batch.prepare(drafts2, { index: 0, size: places2.length, places: [...places2], of }));
  const replay = async (first2) => {
    const { places: places2, of } = placesOf(first2);
    const known = await Promise.all(places2.map((_, rank) => batch.find(rank)));
    const deciding = asAccepted(accepting, first2);
    const ids = [];
    const refused2 = /* @__PURE__ */ new Map();
    const missing = [];
    for (const [rank, place] of places2.entries()) {
      const found = known[rank] ?? null;
      const decided = found === null ? await decide(deciding, origin, elements[place], false) : null;
      if (decided !== null && "issues" in decided) refused2.set(place, decided.issues);
      else ids.push(batch.idAt(rank));
      if (decided !== null && "draft" in decided) missing.push({ rank, draft: decided.draft });
    }
    await append(missing, { places: places2, of });
    for (let index = 0; index < Math.max(of, elements.length); index++) {
      if (places2.includes(index)) continue;
      const element = elements[index];
      refused2.set(index, element !== void 0 && "issues" in element ? element.issues : NOT_OF_THE_BATCH);
    }
    return { ids, refused: inOrder(refused2) };
  };
  const first = await batch.findReplayed();
  if (first !== null) return replay(first);
  const drafts = [];
  const places = [];
  const refused = /* @__PURE__ */ new Map();
  const giveWay = slices(accepting.ledger.clock);
  for (const [index, element] of elements.entries()) {
    await giveWay();
    const decided = await decide(accepting, origin, element, true);
    if ("issues" in decided) refused.set(index, decided.issues);
    else {
      drafts.push({ rank: drafts.length, draft: decided.draft });
      places.push(index);
    }
  }
  const twin = drafts.length === 0 ? await batch.findReplayed() : null;
  if (twin !== null) return replay(twin);
  const all = { places, of: elements.length };
  const accepted = { ids: places.map((_, rank) => batch.idAt(rank)), refused: inOrder(refused) };
  return batch.appendNew((from, to) => append(drafts.slice(from, to), all), replay, accepted);
}
var NOT_OF_THE_BATCH = [
  { path: "", message: "was not accepted when this Idempotency-Key was first used; send it under a new key" }
];
async function decide(deciding, origin, element, isNew) {
  if (element === void 0) return { issues: [{ path: "", message: "is missing in this replay" }] };
  if ("issues" in element) return element;
  if (isNew && element.refusedNow.length > 0) return { issues: element.refusedNow };
  try {
    return { draft: await decideDraft(deciding, origin, element.request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { issues: error.issues };
  }
}
function inOrder(refused) {
  return [...refused].sort(([one], [other]) => one - other).map(([index, issues]) => ({ index, issues }));
}
export {
  acceptValid
};
//# sourceMappingURL=acceptValid.js.map
