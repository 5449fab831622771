import type { AccessRule } from "../context/mod.ts";
import type { AuthenticationScheme } from "./pipeline/authentication_scheme.ts";

/** Authentication schemes and path rules. */
export interface SecurityOptions {
  /** The schemes, in the order in which they are tried; at least one. */
  readonly schemes: readonly AuthenticationScheme[];
  /**
   * Rules by path pattern, such as `{ "/actuator/{*path}": hasRole("operator") }`, in the order in which they are
   * tried:
   * the first pattern that matches decides.
   */
  readonly paths?: Readonly<Record<string, AccessRule>>;
}
