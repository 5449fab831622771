import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";

/**
 * Returns the plural of a noun in camel case, for default paths and relations: `bookOrders` for `bookOrder`.
 * Bind a custom one for names that aren't English.
 */
export type Pluralizer = (noun: string) => string;

/** Identifier of the {@linkcode Pluralizer} bean; without one, English rules apply. */
export const Pluralizer: ServiceIdentifier<Pluralizer> = token<Pluralizer>("Pluralizer");
