import type { AnyDescriptor, Class } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";
import { entitiesFromUris, itemUriRequirement } from "./entity_uri.ts";
import { checkCount } from "./input_limit.ts";
import type { WrongValue } from "./wrong_value.ts";

/** The handling of links that a document leaves out: they are kept or removed. */
export type OmittedLinks = "keep" | "remove";

/** A link of a nested object whose target is not loaded yet. */
interface NestedLink {
  readonly uris: readonly unknown[];
  readonly target: ExportedCollection;
  readonly path: string;
  /** Assigns the targets. */
  readonly assign: (found: readonly object[]) => void;
}

/** The links of the nested objects of a document: collected while it is read, resolved afterwards. */
export class NestedLinks {
  readonly #registry: CollectionRegistry;
  readonly #links: NestedLink[] = [];
  readonly #max: number;
  #count = 0;

  /** The handling of links that a document leaves out. */
  readonly omitted: OmittedLinks;

  /**
   * @param registry decides which references are links
   * @param options the handling of links that a document leaves out, and the maximum number of links; 0 means no limit
   */
  constructor(registry: CollectionRegistry, { omitted, max }: { omitted: OmittedLinks; max: number }) {
    this.#registry = registry;
    this.#max = max;
    this.omitted = omitted;
  }

  /** Returns the collection that a reference links to; `undefined` if its target is inlined. */
  targetOf(descriptor: AnyDescriptor): ExportedCollection | undefined {
    return this.#registry.linkedFrom(descriptor);
  }

  /** Returns the properties of a nested class in documents. */
  fieldsOf(type: Class): readonly Field[] {
    return this.#registry.fieldsOf(type);
  }

  /**
   * Counts links anywhere in the document.
   *
   * @param more number of further links
   * @throws UnreadableBodyError when there are too many
   */
  count(more: number): void {
    this.#count += more;
    checkCount(this.#count, { name: "maxLinks", value: this.#max });
  }

  /** Adds a link. */
  add(link: NestedLink): void {
    this.count(link.uris.length);
    this.#links.push(link);
  }

  /**
   * Loads the targets of all links and assigns them.
   *
   * @returns the errors
   */
  async follow(): Promise<WrongValue[]> {
    const found = new Map<NestedLink, readonly (object | undefined)[]>();
    for (const [target, links] of Map.groupBy(this.#links, ({ target }) => target)) {
      const entities = await entitiesFromUris(links.flatMap(({ uris }) => uris), target);
      let end = 0;
      for (const link of links) found.set(link, entities.slice(end, end += link.uris.length));
    }
    return this.#links.flatMap((link) => {
      const { uris, target, path, assign } = link;
      const entities = found.get(link)!;
      assign(entities.filter((entity) => entity !== undefined));
      const dangling = uris.filter((_, at) => entities[at] === undefined);
      return dangling.map((sent) => ({ message: itemUriRequirement(target), path, sent }));
    });
  }
}
