import type { ServiceIdentifier } from "../../../deps.ts";
import { type Ordered, token } from "../../kernel/mod.ts";
import type { HalDocument } from "./item_writer.ts";

/** A prefix for the relations of an application, which links to their documentation. */
export interface Curie extends Ordered {
  /** Stands before the colon: `shop` in `shop:cart`. */
  readonly name: string;
  /** Where a relation is documented, a URI template with `{rel}`. */
  readonly href: string;
}

/**
 * Identifier of the {@linkcode Curie} beans. Documents name those that their relations use.
 *
 * @example
 * ```ts
 * import { ContainerModule } from "@espalier/espalier";
 * import { Curie } from "@espalier/espalier/rest";
 *
 * const relations = new ContainerModule(({ bind }) => {
 *   bind(Curie).toConstantValue({ name: "shop", href: "https://shop.example/relations/{rel}" });
 * });
 * console.log(relations instanceof ContainerModule); // true
 * ```
 */
export const Curie: ServiceIdentifier<Curie> = token<Curie>("Curie");

/** Adds to documents the curies that their relations use. */
export class Curies {
  readonly #byName: ReadonlyMap<string, Curie>;

  /**
   * @param curies the beans
   * @throws TypeError when two share a name, or one leads nowhere
   */
  constructor(curies: readonly Curie[]) {
    for (const { name, href } of curies) {
      if (/^[A-Za-z_][\w.-]*$/.test(name) && href.includes("{rel}")) continue;
      throw new TypeError(
        `Cannot use curie "${name}" as its name must be one word, and its href a template with {rel}: current value is ` +
          `"${href}"`,
      );
    }
    this.#byName = new Map(curies.map((curie) => [curie.name, curie]));
    if (this.#byName.size === curies.length) return;
    throw new TypeError(`Cannot use curies as each must have a name of its own: ${curies.map(({ name }) => name)}`);
  }

  /**
   * Adds the curies that a document and its embedded documents use.
   *
   * @param document a HAL document
   * @returns the same document
   */
  addTo(document: HalDocument): HalDocument {
    if (this.#byName.size === 0) return document;
    const used = new Set<string>();
    this.#collect(document, used);
    if (used.size === 0) return document;
    const curies = [...used].map((name) => ({ name, href: this.#byName.get(name)!.href, templated: true }));
    document._links = { ...document._links as object, curies };
    return document;
  }

  #collect(value: unknown, used: Set<string>): void {
    if (Array.isArray(value)) return value.forEach((one) => this.#collect(one, used));
    if (typeof value !== "object" || value === null) return;
    const { _links, _embedded } = value as HalDocument;
    for (const relations of [_links, _embedded]) {
      for (const rel of Object.keys(relations ?? {})) {
        const name = rel.split(":", 1)[0]!;
        if (name !== rel && this.#byName.has(name)) used.add(name);
      }
    }
    for (const embedded of Object.values(_embedded ?? {})) this.#collect(embedded, used);
  }
}
