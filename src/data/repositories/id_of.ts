import type { identifyingProperties } from "../../kernel/mod.ts";

/**
 * The type of an entity's id, if the class states it. A composite id is an object of its properties, in which a
 * reference is the id of the referenced entity.
 */
export type IdOf<T> = T extends { readonly [identifyingProperties]?: infer N }
  ? N extends readonly string[] ? { readonly [K in N[number] & keyof T]: PartOf<NonNullable<T[K]>> }
  : N extends keyof T ? NonNullable<T[N]>
  : NamedId<T>
  : NamedId<T>;

type NamedId<T> = T extends { readonly id: infer ID } ? NonNullable<ID> : unknown;

/** A value, or the id of an entity. */
type PartOf<V> = V extends object ? unknown extends IdOf<V> ? V : IdOf<V> : V;
