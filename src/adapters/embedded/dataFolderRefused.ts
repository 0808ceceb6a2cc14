/** A data folder that this version must not touch. The message names the file and says what to do. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused';
}
