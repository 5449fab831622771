import { statfs } from "node:fs/promises";
import type { ApplicationRoot, Health, HealthContributor, StorageLocation } from "../../kernel/mod.ts";

/** Which disks are checked. */
export interface DiskSpaceOptions {
  /** A folder on the disk; by default the application's root. The folders of databases are always checked. */
  readonly path?: string | URL;
  /** Free bytes below which the disk counts as down; 10 MiB by default. */
  readonly thresholdBytes?: number;
}

/** The size of the disk that holds a folder, in bytes. */
interface DiskSpace {
  readonly total: number;
  readonly free: number;
}

/**
 * `DOWN` when a disk is nearly full: that of the application, or one that holds a database. Needs `--allow-read` for the
 * folders and `--allow-sys=statfs`.
 */
export class DiskSpaceContributor implements HealthContributor {
  readonly name = "diskSpace";
  readonly #path: string | URL;
  readonly #threshold: number;
  readonly #locations: readonly StorageLocation[];

  /**
   * @param root of the application
   * @param options which disks are checked
   * @param locations where databases store their data
   */
  constructor(root: ApplicationRoot, options: DiskSpaceOptions = {}, locations: readonly StorageLocation[] = []) {
    this.#path = options.path ?? (root.url.protocol === "file:" ? root.url : ".");
    this.#threshold = options.thresholdBytes ?? 10 * 1024 * 1024;
    this.#locations = locations;
  }

  async health(): Promise<Health> {
    const { total, free } = await spaceAt(this.#path);
    const databases = await this.#databases();
    const isFull = [{ free }, ...databases].some((space) => space.free < this.#threshold);
    return {
      status: isFull ? "DOWN" : "UP",
      details: {
        total,
        free,
        threshold: this.#threshold,
        path: this.#path instanceof URL ? decodeURIComponent(this.#path.pathname) : this.#path,
        // A folder that is not there fails above.
        exists: true,
        ...(databases.length > 0 && { databases }),
      },
    };
  }

  async #databases(): Promise<(DiskSpace & { readonly name: string })[]> {
    const stored = this.#locations.filter(({ folder }) => folder !== undefined);
    return await Promise.all(stored.map(async ({ name, folder }) => ({ name, ...await spaceAt(folder!) })));
  }
}

async function spaceAt(path: string | URL): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(path);
  return { total: blocks * bsize, free: bavail * bsize };
}
