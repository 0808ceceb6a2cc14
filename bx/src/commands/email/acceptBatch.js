// src/commands/email/acceptBatch.ts
import { slices } from "../../queues/slices.js";
import { unlessRefused } from "../kernel/appendOnce.js";
import { Refusal } from "../kernel/refusal.js";
import { asAccepted, emailBatch, placesOf } from "./batch.js";
import { decideDraft } from "./decideDraft.js";
async function acceptBatch(accepting, origin, { operation, idempotencyKey, requests, refusedNow = [] }) {
  const { ledger } = accepting;
  const batch = emailBatch(accepting, origin, { operation, idempotencyKey });
  const idsUpTo = (size) => Array.from({ length: size }, (_, rank) => batch.idAt(rank));
  const replay = async (first) => {
    const { places } = placesOf(first);
    const known = await Promise.all(places.map((_, rank) => batch.find(rank)));
    const missing = places.flatMap((place, rank) => {
      const request = requests[place];
      return known[rank] === null && request !== void 0 ? [{ rank, place, request }] : [];
    });
    const drafts = await decideAll({ ledger, ...asAccepted(accepting, first) }, origin, missing);
    await batch.append(await batch.prepare(drafts, first.data.batch));
    return idsUpTo(places.length);
  };
  const replayed = async () => {
    const first = await batch.findReplayed();
    return first && replay(first);
  };
  const accept = async () => {
    if (refusedNow.length > 0) throw new Refusal("invalid", refusedNow);
    const size = requests.length;
    const ranked = requests.map((request, rank) => ({ rank, place: rank, request }));
    const drafts = await decideAll(accepting, origin, ranked);
    let preparing;
    const append = async (from, to) => {
      preparing ??= batch.prepare(drafts, { index: 0, size });
      return batch.append((await preparing).slice(from, to));
    };
    return batch.appendNew(append, replay, idsUpTo(size));
  };
  return await replayed() ?? unlessRefused(accept, replayed);
}
async function decideAll(deciding, origin, requests) {
  const issues = [];
  const drafts = [];
  const giveWay = slices(deciding.ledger.clock);
  for (const { rank, place, request } of requests) {
    await giveWay();
    try {
      drafts.push({ rank, draft: await decideDraft(deciding, origin, request) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      issues.push(...error.issues.map(({ path, message }) => ({ path: `/${place}${path}`, message })));
    }
  }
  if (issues.length > 0) throw new Refusal("invalid", issues);
  return drafts;
}
export {
  acceptBatch
};
//# sourceMappingURL=acceptBatch.js.map
