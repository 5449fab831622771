import { type AnyDescriptor, type Class, descriptionOf, idNamesOf } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";
import { linkTo } from "./link.ts";
import { plainJson } from "./plain_json.ts";
import { scalarWriters } from "./scalar_writers.ts";

/** Converts a described value to JSON; `undefined` for values that already are JSON. */
export type JsonWriter = ((value: unknown, base: string) => unknown) | undefined;

/** Deepest nesting of inline objects; deeper ones refer to themselves. */
const maxDepth = 32;

/** Makes the functions that turn values into JSON. */
export class JsonWriters {
  readonly #registry: CollectionRegistry;
  readonly #form: "document" | "patch";
  readonly #entities = new Map<ExportedCollection, NonNullable<JsonWriter>>();

  /**
   * @param registry tells which classes are linked to instead of being shown
   * @param form `document` for documents of clients; `patch` for documents that patches are applied to, with links as URIs
   */
  constructor(registry: CollectionRegistry, form: "document" | "patch" = "document") {
    this.#registry = registry;
    this.#form = form;
  }

  /**
   * Makes the writer of described values.
   *
   * @param descriptor what was described
   * @param depth how deep the value lies
   */
  of(descriptor: AnyDescriptor, depth = 0): JsonWriter {
    switch (descriptor.kind) {
      case "scalar":
        return scalarWriters[descriptor.name];
      case "nullable":
        return this.of(descriptor.inner, depth);
      case "list":
      case "container":
        return this.#listWriter(descriptor.element, depth);
      case "map":
        return this.#mapWriter(descriptor.value, depth);
      case "object":
        return this.#objectWriter(descriptor.type, depth);
      default:
        return undefined;
    }
  }

  /**
   * Converts any value to JSON; exported entities are written like inlined ones in documents.
   *
   * @param value the result of a projection or a query method
   * @param base the prefix of URIs in links
   */
  plain(value: unknown, base: string): unknown {
    return plainJson(value, (object) => this.#entityWriter(object.constructor)?.(object, base));
  }

  /** The collection in which entities of a class are items, if their repository is exported. */
  collectionOf(type: Class): ExportedCollection | undefined {
    return this.#registry.ofType(type);
  }

  /** The properties of a class as documents show them. */
  fieldsOf(type: Class): readonly Field[] {
    return this.#registry.fieldsOf(type);
  }

  /**
   * Returns the paths that a writer reads of a value.
   *
   * @param descriptor what was described
   * @param above the classes that contain the value
   * @returns paths below the value; `""` for the value itself
   */
  pathsOf(descriptor: AnyDescriptor, above: readonly Class[] = []): string[] {
    switch (descriptor.kind) {
      case "nullable":
        return this.pathsOf(descriptor.inner, above);
      case "list":
      case "container":
        return this.pathsOf(descriptor.element, above);
      case "map":
        return this.pathsOf(descriptor.value, above);
      case "object":
        return this.#pathsBelow(descriptor.type(), above);
      default:
        return [""];
    }
  }

  #pathsBelow(type: Class, above: readonly Class[]): string[] {
    const description = descriptionOf(type);
    // A class that holds itself has no end of paths.
    if (description === undefined || above.includes(type)) return [""];
    const { version } = description.entity;
    const ids = idNamesOf(description.entity);
    const paths = this.#registry.fieldsOf(type)
      .filter(({ property, hidden }) => property !== version && !hidden)
      .flatMap(({ property, descriptor }) => {
        const target = this.#registry.linkedFrom(descriptor);
        const inner = target === undefined ? this.pathsOf(descriptor, [...above, type]) : target.id.paths;
        return inner.map((path) => path === "" ? property : `${property}.${path}`);
      });
    if (ids.length > 0) return [...ids, ...paths];
    return paths.length === 0 ? [""] : paths;
  }

  #entityWriter(type: unknown): JsonWriter {
    if (typeof type !== "function" || type === Object) return undefined;
    // The constructor of an object is its class.
    const collection = this.#registry.ofType(type as Class);
    if (collection === undefined) return undefined;
    const known = this.#entities.get(collection) ?? this.#describedWriter(collection.type, 1);
    this.#entities.set(collection, known);
    return known;
  }

  #listWriter(element: AnyDescriptor, depth: number): JsonWriter {
    const write = this.of(element, depth);
    return (value, base) => {
      const items = [...value as Iterable<unknown>];
      return write === undefined ? items : items.map((item) => item == null ? null : write(item, base));
    };
  }

  #mapWriter(descriptor: AnyDescriptor, depth: number): JsonWriter {
    const write = this.of(descriptor, depth);
    if (write === undefined) return undefined;
    return (value, base) =>
      Object.fromEntries(Object.entries(value as object).map(([key, v]) => [key, v == null ? null : write(v, base)]));
  }

  #objectWriter(type: () => Class, depth: number): JsonWriter {
    if (depth > maxDepth) return () => refuseCycle(type());
    // Made at the first use: two classes may refer to each other.
    let write: JsonWriter;
    return (value, base) => (write ??= this.#describedWriter(type(), depth + 1))!(value, base);
  }

  #describedWriter(type: Class, depth: number): NonNullable<JsonWriter> {
    const description = descriptionOf(type);
    if (description === undefined) return (value) => value;
    const isPatch = this.#form === "patch";
    const fields = this.#registry.fieldsOf(type)
      .filter(({ property, hidden, isNull }) =>
        property !== description.entity.version && (!hidden || isNull === true && !isPatch)
      )
      .map((field) => ({ ...field, target: field.isNull ? undefined : this.#registry.linkedFrom(field.descriptor) }));
    const plain = fields.filter(({ target }) => target === undefined)
      .map(({ name, property, descriptor, isNull }) => ({
        name,
        property: isNull ? "" : property,
        write: this.of(descriptor, depth),
      }));
    const linked = fields.flatMap(({ target, ...field }) => target === undefined ? [] : [{ ...field, target }]);
    const addLinks = isPatch ? addUris : addLinkObjects;
    return (value, base) => {
      // Described properties are read by name.
      const source = value as Record<string, unknown>;
      const result: Record<string, unknown> = {};
      for (const { name, property, write } of plain) {
        const held = source[property];
        result[name] = held == null ? null : write === undefined ? held : write(held, base);
      }
      if (linked.length > 0) addLinks(result, linked, { source, base });
      return result;
    };
  }
}

type LinkedField = Field & { readonly target: ExportedCollection };

interface Nested {
  readonly source: Readonly<Record<string, unknown>>;
  readonly base: string;
}

function addLinkObjects(
  result: Record<string, unknown>,
  linked: readonly LinkedField[],
  { source, base }: Nested,
): void {
  const links = linked.filter(({ property }) => source[property] != null).map(({ name, property, target }) => {
    const to = (held: unknown) => linkTo(target.itemHref(base, target.idOf(held as object)));
    const held = source[property];
    return [name, Array.isArray(held) ? held.map(to) : to(held)];
  });
  if (links.length > 0) result._links = Object.fromEntries(links);
}

function addUris(result: Record<string, unknown>, linked: readonly LinkedField[], { source }: Nested): void {
  for (const { name, property, target } of linked) {
    const to = (held: unknown) => target.itemHref("", target.idOf(held as object));
    const held = source[property];
    result[name] = held == null ? null : Array.isArray(held) ? held.map(to) : to(held);
  }
}

function refuseCycle(type: Class): never {
  throw new TypeError(
    `Cannot write class "${type.name}" inline as its values must not refer to themselves: export its repository, or ` +
      "hide the property",
  );
}
