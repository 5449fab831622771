import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** A folder on a disk that the application writes to; the disk health contributor checks its free space. */
export interface StorageLocation {
  /** The stored data, for example `sqlite:bookstore.db`. */
  readonly name: string;
  /** Path of the folder; absent if nothing is stored on a local disk. */
  readonly folder?: string | undefined;
}

/** Identifier of the {@linkcode StorageLocation} beans. */
export const StorageLocation: ServiceIdentifier<StorageLocation> = token<StorageLocation>("StorageLocation");
