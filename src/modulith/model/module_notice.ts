/** Something in the sources that can't be verified. */
export interface ModuleNotice {
  /** Identifier of the module. */
  readonly module: string;
  /** Path of the file below the root. */
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** What can't be verified, and why. */
  readonly message: string;
}
