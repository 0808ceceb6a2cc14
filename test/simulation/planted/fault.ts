/** A fault that is put into the product, to see whether the simulation finds it. */
export interface PlantedFault {
  readonly name: string;
  /** The commit whose fix it undoes, or the place that it had when no test noticed it. */
  readonly from: string;
  /** Below `src/`. */
  readonly file: string;
  /** Each text stands in the file exactly once. */
  readonly edits: readonly { readonly find: string; readonly by: string }[];
}

/** A fault of one edit. */
export function fault(name: string, from: string, file: string, find: string, by: string): PlantedFault {
  return { name, from, file, edits: [{ find, by }] };
}
