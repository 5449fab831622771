import type { AccessRule } from "../context/mod.ts";
import type { AuthenticationScheme } from "./pipeline/authentication_scheme.ts";

/** How clients say who they are, and what paths require. */
export interface SecurityOptions {
  /** In the order in which they are asked; at least one. */
  readonly schemes: readonly AuthenticationScheme[];
  /**
   * Rules by path pattern, such as `{ "/actuator/{*path}": hasRole("operator") }`, in the order in which they are tried:
   * the first pattern that matches decides.
   */
  readonly paths?: Readonly<Record<string, AccessRule>>;
}
