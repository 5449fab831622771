import type { identifyingProperties } from "../../kernel/mod.ts";

/**
 * The type of an entity's id, where the class says it: of several properties an object of these, in which a reference
 * has the id of what it refers to.
 */
export type IdOf<T> = T extends { readonly [identifyingProperties]?: infer N }
  ? N extends readonly string[] ? { readonly [K in N[number] & keyof T]: PartOf<NonNullable<T[K]>> }
  : N extends keyof T ? NonNullable<T[N]>
  : NamedId<T>
  : NamedId<T>;

type NamedId<T> = T extends { readonly id: infer ID } ? NonNullable<ID> : unknown;

/** A value, or of an entity its id. */
type PartOf<V> = V extends object ? unknown extends IdOf<V> ? V : IdOf<V> : V;
