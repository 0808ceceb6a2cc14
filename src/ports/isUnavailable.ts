import { DocumentsUnavailable } from './documents.ts';
import { EventStoreUnavailable } from './eventStore.ts';

/** Whether the log or the read models gave no answer. */
export const isUnavailable = (error: unknown): error is DocumentsUnavailable | EventStoreUnavailable =>
  error instanceof DocumentsUnavailable || error instanceof EventStoreUnavailable;
