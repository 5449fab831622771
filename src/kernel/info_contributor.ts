import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import type { Ordered } from "./ordered.ts";
import { token } from "./token.ts";

/**
 * Adds members to `/actuator/info`; a later contributor replaces the members of an earlier one that have the same name.
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer, InfoContributor } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 *
 * const team = new ContainerModule(({ bind }) => {
 *   bind(InfoContributor).toConstantValue({ info: () => ({ team: { name: "checkout" } }) });
 * });
 * await using app = await createApp(createContainer(actuator(), team), {
 *   properties: { actuator: { exposureInclude: ["info"] } },
 * });
 * const response = await app.fetch(new Request("http://localhost/actuator/info"));
 * console.log((await response.json()).team); // { name: "checkout" }
 * ```
 */
export interface InfoContributor extends Ordered {
  /** The members; never put secrets here. */
  info(): MaybePromise<Readonly<Record<string, unknown>>>;
}

/** Identifier of the {@linkcode InfoContributor} beans. */
export const InfoContributor: ServiceIdentifier<InfoContributor> = token<InfoContributor>("InfoContributor");
