import type { ServiceIdentifier } from "../../deps.ts";

/**
 * Creates the identifier under which the container holds a bean of type `T`.
 *
 * Declare the constant with its type and give it the name of the contract, so that one import serves both:
 *
 * ```ts
 * import { token, type ServiceIdentifier } from "@espalier/espalier";
 *
 * export interface Clock {
 *   now(): Date;
 * }
 * export const Clock: ServiceIdentifier<Clock> = token<Clock>("Clock");
 * ```
 *
 * @param name shown in error messages of the container
 * @returns a unique identifier, even if another one has the same name
 */
export function token<T>(name: string): ServiceIdentifier<T> {
  return Symbol(name) as ServiceIdentifier<T>;
}
