import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** A place on a disk that the application writes to; the health of disks looks at it. */
export interface StorageLocation {
  /** What is stored there, for example `sqlite:bookstore.db`. */
  readonly name: string;
  /** Path of the folder; absent where nothing is stored on a disk of this machine. */
  readonly folder?: string | undefined;
}

/** Identifier of the {@linkcode StorageLocation} beans. */
export const StorageLocation: ServiceIdentifier<StorageLocation> = token<StorageLocation>("StorageLocation");
