/** What is collected, and where from. */
export interface CollectOptions {
  /** The project's folder, as a file URL ending in a slash. */
  readonly root: URL;
  /** The modules to start from, as file URLs; everything that they import is seen. */
  readonly entryPoints: readonly URL[];
}
