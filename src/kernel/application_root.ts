import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** The folder below which an application keeps its resources, as a URL ending in a slash. */
export interface ApplicationRoot {
  /** For example `file:///srv/bookstore/`. */
  readonly url: URL;
}

/** Identifier of the {@linkcode ApplicationRoot} bean, which `createApp` binds. */
export const ApplicationRoot: ServiceIdentifier<ApplicationRoot> = token<ApplicationRoot>("ApplicationRoot");
