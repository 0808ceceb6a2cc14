/** What the runner asks of the program that runs files. */
export interface FileOrder {
  readonly program: string;
  /** No other file comes after it. */
  readonly isAlone: boolean;
}

/** The line after a file that left nothing open: the exit code is what the process would have ended with. */
export const FILE_ENDED = /\n?FILE ENDED with exit code (\d+)\n$/;
