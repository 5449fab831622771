import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";

/**
 * Gives the plural of a noun in camel case, from which paths and relations are made: `bookOrder` gives `bookOrders`.
 * Bind your own for names that aren't English.
 */
export type Pluralizer = (noun: string) => string;

/** Identifier of the {@linkcode Pluralizer} bean; without one, English rules apply. */
export const Pluralizer: ServiceIdentifier<Pluralizer> = token<Pluralizer>("Pluralizer");
