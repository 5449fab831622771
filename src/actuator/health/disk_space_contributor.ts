import { statfs } from "node:fs/promises";
import type { ApplicationRoot, Health, HealthContributor } from "../../kernel/mod.ts";

/** What is looked at. */
export interface DiskSpaceOptions {
  /** A folder on the disk; by default the application's root. */
  readonly path?: string | URL;
  /** Free bytes below which the disk counts as down; 10 MiB by default. */
  readonly thresholdBytes?: number;
}

/** `DOWN` when the disk is nearly full. Needs `--allow-read` for the folder and `--allow-sys=statfs`. */
export class DiskSpaceContributor implements HealthContributor {
  readonly name = "diskSpace";
  readonly #path: string | URL;
  readonly #threshold: number;

  /**
   * @param root of the application
   * @param options what is looked at
   */
  constructor(root: ApplicationRoot, options: DiskSpaceOptions = {}) {
    this.#path = options.path ?? (root.url.protocol === "file:" ? root.url : ".");
    this.#threshold = options.thresholdBytes ?? 10 * 1024 * 1024;
  }

  async health(): Promise<Health> {
    const { bsize, blocks, bavail } = await statfs(this.#path);
    const free = bavail * bsize;
    return {
      status: free < this.#threshold ? "DOWN" : "UP",
      details: { total: blocks * bsize, free, threshold: this.#threshold },
    };
  }
}
