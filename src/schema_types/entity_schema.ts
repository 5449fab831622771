import { loadInflection } from "../../deps.ts";
import {
  type AnyDescriptor,
  type Class,
  closestName,
  descriptionOf,
  idNamesOf,
  isSecret,
  type ScalarName,
  type TypeDescription,
} from "../kernel/mod.ts";
import type { ClassComments } from "./class_comments.ts";

/** The options of an initial schema. */
export interface EntitySchemaOptions {
  /** The described classes; referenced classes are added. */
  readonly entities: readonly Class[];
  /** Names of scalars by descriptor name: `Date` is `DateTime` by default. */
  readonly scalars?: ReadonlyMap<string, string>;
  /** Whether lists of entities are connections; `false` by default. */
  readonly connections?: boolean;
  /** Whether entities have fields in `Query`; `true` by default. */
  readonly query?: boolean;
  /** Comments of the classes, by class name. */
  readonly comments?: ReadonlyMap<string, ClassComments>;
}

/** The scalars by descriptor name. */
const scalarNames: Readonly<Record<ScalarName, string>> = {
  String: "String",
  Int: "Int",
  Float: "Float",
  Boolean: "Boolean",
  ID: "ID",
  BigInt: "BigInt",
  Date: "DateTime",
  Uuid: "ID",
  Decimal: "Decimal",
  LocalDate: "LocalDate",
  LocalTime: "LocalTime",
  LocalDateTime: "LocalDateTime",
  Instant: "Instant",
  Bytes: "Bytes",
  Json: "JSON",
};

const specified = new Set(["String", "Int", "Float", "Boolean", "ID"]);
const place = "the list of entities";
const pageArguments = "(first: Int, after: String, last: Int, before: String)";

/**
 * Writes an initial schema for described classes: object types with references, enums and scalars, and queries for each
 * entity. Secret properties and version properties are excluded.
 *
 * @param options the classes, and options of the schema
 * @returns the schema in SDL
 * @throws TypeError when a class is not described, or a name is not a valid GraphQL name
 */
export async function entitySchema(options: EntitySchemaOptions): Promise<string> {
  const { camelize, pluralize } = await loadInflection();
  requireScalars(options.scalars ?? new Map());
  const writer = new EntitySchemaWriter(options);
  // Base classes first, so that inherited properties are named after the class that declares them.
  for (const type of options.entities.toSorted((a, b) => depthOf(a) - depthOf(b))) writer.add(type, place);
  const queries = options.query === false ? [] : options.entities.flatMap((type) => {
    const name = typeName(descriptionIn(type, place));
    const field = camelize(name, true);
    const all = pluralize(field) === field ? `all${pluralize(name)}` : pluralize(field);
    return [`  ${field}(id: ID!): ${name}`, `  ${all}${writer.listOf(name)}`];
  });
  return writer.write(queries);
}

function requireScalars(scalars: ReadonlyMap<string, string>): void {
  for (const [name, graphQl] of scalars) {
    if (!Object.hasOwn(scalarNames, name)) {
      const meant = closestName(name, Object.keys(scalarNames)) ?? Object.keys(scalarNames).join(", ");
      throw new TypeError(`Cannot map the scalar "${name}" as no descriptor has this name: did you mean ${meant}?`);
    }
    requireName(graphQl, `the scalar "${name}"`);
  }
}

class EntitySchemaWriter {
  readonly #options: EntitySchemaOptions;
  readonly #types = new Map<string, { readonly type: Class; readonly lines: string[] }>();
  /** Names of enums by their values. */
  readonly #enums = new Map<readonly string[], string>();
  readonly #scalars = new Set<string>();

  constructor(options: EntitySchemaOptions) {
    this.#options = options;
  }

  /** Writes a class and the classes that it refers to. */
  add(type: Class, from: string): string {
    const description = descriptionIn(type, from);
    const name = typeName(description);
    const known = this.#types.get(name);
    if (known !== undefined) {
      if (known.type === description.type) return name;
      throw new TypeError(
        `Cannot write type "${name}" as two classes have this name: set the option "name" of one of them`,
      );
    }
    const lines: string[] = [];
    this.#types.set(name, { type: description.type, lines });
    const comments = this.#options.comments?.get(type.name);
    const { entity, properties } = description;
    // Composite ids are written with the types of their properties.
    const [id, ...others] = idNamesOf(entity);
    for (const [property, descriptor] of properties) {
      if (property === entity.version || isSecret(descriptor) || isNamed(entity.secrets, property)) continue;
      requireName(property, `property "${property}" of class "${name}"`);
      const written = this.#property(descriptor, { name, property, isId: others.length === 0 && property === id });
      lines.push(...described(comments?.properties.get(property), "  "), `  ${property}${written}`);
    }
    return name;
  }

  /** The arguments and type of a field that lists all entities of a type. */
  listOf(name: string): string {
    return this.#options.connections ? `${pageArguments}: ${name}Connection!` : `: [${name}!]!`;
  }

  write(queries: readonly string[]): string {
    const types = [...this.#types].map(([name, { type, lines }]) => {
      const head = described(this.#options.comments?.get(type.name)?.description, "");
      return [...head, `type ${name} {`, ...lines, "}"].join("\n");
    });
    const enums = [...this.#enums].map(([values, name]) => `enum ${name} {\n  ${values.join("\n  ")}\n}`);
    const scalars = [...this.#scalars].sort().map((name) => `scalar ${name}`);
    const root = queries.length === 0 ? [] : [`type Query {\n${queries.join("\n")}\n}`];
    return `${[...scalars, ...root, ...types, ...enums].join("\n\n")}\n`;
  }

  #property(descriptor: AnyDescriptor, owner: Owner): string {
    const element = elementOf(descriptor);
    const isEntity = element?.kind === "object" && descriptionOf(element.type())?.entity.id !== undefined;
    if (isEntity && this.#options.connections) {
      return `${pageArguments}: ${this.add(element.type(), placeOf(owner))}Connection!`;
    }
    return `: ${this.#type(descriptor, owner)}`;
  }

  #type(descriptor: AnyDescriptor, owner: Owner): string {
    if (descriptor.kind === "nullable") return this.#present(descriptor.inner, owner);
    return `${this.#present(descriptor, owner)}!`;
  }

  #present(descriptor: AnyDescriptor, owner: Owner): string {
    switch (descriptor.kind) {
      case "nullable":
        return this.#present(descriptor.inner, owner);
      case "list":
      case "container":
        return `[${this.#type(descriptor.element, owner)}]`;
      case "object":
        return this.add(descriptor.type(), placeOf(owner));
      case "enum":
        return this.#enum(descriptor.values, owner);
      case "scalar":
        return owner.isId ? "ID" : this.#scalar(descriptor.name);
      default:
        return this.#scalar("Json");
    }
  }

  #scalar(name: ScalarName): string {
    const graphQl = this.#options.scalars?.get(name) ?? scalarNames[name];
    if (!specified.has(graphQl)) this.#scalars.add(graphQl);
    return graphQl;
  }

  #enum(values: readonly string[], { name, property }: Owner): string {
    // Values such as "in stock" or "true" are not valid enum values.
    if (values.some((value) => !isName(value) || /^(?:true|false|null)$/.test(value))) return this.#scalar("String");
    const own = this.#enums.get(values) ?? `${name}${property.charAt(0).toUpperCase()}${property.slice(1)}`;
    this.#enums.set(values, own);
    return own;
  }
}

interface Owner {
  readonly name: string;
  readonly property: string;
  readonly isId: boolean;
}

function placeOf({ name, property }: Owner): string {
  return `property "${property}" of class "${name}"`;
}

/** The element descriptor of a list or non-null container. */
function elementOf(descriptor: AnyDescriptor): AnyDescriptor | undefined {
  return descriptor.kind === "list" || descriptor.kind === "container" ? descriptor.element : undefined;
}

function depthOf(type: Class): number {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === "function" ? 1 + depthOf(parent as Class) : 0;
}

function descriptionIn(type: Class, from: string): TypeDescription {
  const description = descriptionOf(type);
  if (description !== undefined) return description;
  throw new TypeError(
    `Cannot write the schema of class "${type.name}" in ${from} as it must be described, by entity(…) or describeType(…)`,
  );
}

function typeName({ type, entity }: TypeDescription): string {
  const name = entity.name ?? type.name;
  requireName(name, `class "${name}"`);
  return name;
}

function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !name.startsWith("__");
}

function requireName(name: string, what: string): void {
  if (isName(name)) return;
  throw new TypeError(
    `Cannot write ${what} as names of GraphQL have letters, digits and _, and begin neither with a digit nor __: ` +
      `current value is "${name}"`,
  );
}

function isNamed(names: readonly string[] | undefined, name: string): boolean {
  return names?.includes(name) ?? false;
}

function described(text: string | undefined, indent: string): string[] {
  return text === undefined ? [] : [`${indent}${JSON.stringify(text)}`];
}
