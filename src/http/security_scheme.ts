import type { ServiceIdentifier } from "../../deps.ts";
import { type Ordered, token } from "../kernel/mod.ts";

/** An authentication scheme in descriptions of the service, such as its OpenAPI document. */
export interface SecurityScheme extends Ordered {
  /** Name in the description. */
  readonly name: string;
  /** A security scheme object of OpenAPI 3.1, such as `{ type: "http", scheme: "bearer" }`. */
  readonly scheme: Readonly<Record<string, unknown>>;
  /** The scopes that every operation needs. */
  readonly scopes?: readonly string[];
  /** Whether operations require authentication; true by default. */
  readonly required?: boolean;
}

/**
 * Identifier of the {@linkcode SecurityScheme} beans: whatever authenticates requests binds one, and a client uses any
 * of them.
 *
 * @example
 * ```ts
 * import { ContainerModule } from "@espalier/espalier";
 * import { SecurityScheme } from "@espalier/espalier/http";
 *
 * const tokens = new ContainerModule(({ bind }) => {
 *   bind(SecurityScheme).toConstantValue({ name: "token", scheme: { type: "http", scheme: "bearer" } });
 * });
 * console.log(tokens instanceof ContainerModule); // true
 * ```
 */
export const SecurityScheme: ServiceIdentifier<SecurityScheme> = token<SecurityScheme>("SecurityScheme");
