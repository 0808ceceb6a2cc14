/**
 * The texts of all parts `contents` that the log has when it is called, page by page: JSON of what was sent or kept, with the
 * references to blobs. Parts that lack are left out. Rejects with `EventStoreUnavailable`.
 */
export type Contents = () => AsyncIterable<readonly string[]>;
