import type { AnyDescriptor, Class } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";
import { entitiesFromUris, mustBeUriOfItem } from "./entity_uri.ts";
import { checkCount } from "./input_limit.ts";
import type { WrongValue } from "./wrong_value.ts";

/** What becomes of the links that a document leaves out: they stay as they are, or are removed. */
export type OmittedLinks = "keep" | "remove";

/** A link of a nested object, whose target is still to be found. */
interface NestedLink {
  readonly uris: readonly unknown[];
  readonly target: ExportedCollection;
  readonly path: string;
  /** Puts the targets in their place. */
  readonly assign: (found: readonly object[]) => void;
}

/** The links that nested objects of one document hold: they are gathered while it is read, and followed afterwards. */
export class NestedLinks {
  readonly #registry: CollectionRegistry;
  readonly #links: NestedLink[] = [];
  readonly #max: number;
  #count = 0;

  /** What becomes of links that a document leaves out. */
  readonly omitted: OmittedLinks;

  /**
   * @param registry tells which references are links
   * @param options what becomes of links that a document leaves out, and how many it may hold (0: any number)
   */
  constructor(registry: CollectionRegistry, { omitted, max }: { omitted: OmittedLinks; max: number }) {
    this.#registry = registry;
    this.#max = max;
    this.omitted = omitted;
  }

  /** The collection that a reference is linked to; `undefined` where its target stands inline. */
  targetOf(descriptor: AnyDescriptor): ExportedCollection | undefined {
    return this.#registry.linkedFrom(descriptor);
  }

  /** The properties of a nested class, as its documents show them. */
  fieldsOf(type: Class): readonly Field[] {
    return this.#registry.fieldsOf(type);
  }

  /**
   * Counts links of the document, wherever they stand in it.
   *
   * @param more how many
   * @throws UnreadableBodyError when there are too many
   */
  count(more: number): void {
    this.#count += more;
    checkCount(this.#count, { name: "maxLinks", value: this.#max });
  }

  /** Remembers a link. */
  add(link: NestedLink): void {
    this.count(link.uris.length);
    this.#links.push(link);
  }

  /**
   * Finds the targets of all links and puts them in their places.
   *
   * @returns what is wrong
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
      return dangling.map((sent) => ({ message: mustBeUriOfItem(target), path, sent }));
    });
  }
}
