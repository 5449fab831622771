import { type ConstDirectiveNode, Kind, valueFromASTUntyped } from "../../../deps.ts";
import { closestName, describeValue } from "../../kernel/mod.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";
import { federationVersions, isInVersion, specNames, versionOf } from "./federation_spec.ts";

const identity = "https://specs.apollo.dev/federation";

/** An entry of `import`. */
interface Import {
  readonly name: string;
  readonly as?: string;
}

/** The import of the federation specification by a schema's `@link`. */
export class FederationLink {
  /** The version, for example `v2.9`. */
  readonly version: string;
  /** Name of the `@link` directive in the schema. */
  readonly linkName: string;
  readonly #namespace: string;
  readonly #imported: ReadonlyMap<string, string>;

  private constructor(version: string, parts: { linkName: string; namespace: string; imports: readonly Import[] }) {
    this.version = version;
    this.linkName = parts.linkName;
    this.#namespace = parts.namespace;
    this.#imported = new Map(parts.imports.map(({ name, as = name }) => [name, as]));
  }

  /**
   * Reads the link of a schema.
   *
   * @param registry the schema's definitions
   * @throws TypeError when there is none, or it imports what the specification does not have
   */
  static of(registry: TypeDefinitionRegistry): FederationLink {
    const linkName = nameOfLink(schemaDirectives(registry));
    const link = linkIn(registry);
    if (link === undefined) {
      throw new TypeError(
        "Cannot use the schema as a subgraph as it must import the federation specification: add " +
          `extend schema @link(url: "${identity}/${federationVersions.at(-1)}", import: ["@key"])`,
      );
    }
    const version = requireVersion(String(link.url));
    const imports = (Array.isArray(link.import) ? link.import : []).map((given) => requireImport(given, version));
    return new FederationLink(version, { linkName, namespace: String(link.as ?? "federation"), imports });
  }

  /** Whether a schema imports the specification. */
  static isIn(registry: TypeDefinitionRegistry): boolean {
    return linkIn(registry) !== undefined;
  }

  /** Whether the schema imports an element by name; all others have the prefix of the namespace. */
  imports(name: string): boolean {
    return this.#imported.has(name);
  }

  /**
   * The name that an element of the specification has in the schema.
   *
   * @param name in the specification: `@key` for a directive, `FieldSet` for a type
   * @returns without `@`
   */
  nameOf(name: string): string {
    const imported = this.#imported.get(name);
    const bare = (text: string) => text.startsWith("@") ? text.slice(1) : text;
    return imported === undefined ? `${this.#namespace}__${bare(name)}` : bare(imported);
  }

  /**
   * Finds the applications of a directive of the specification.
   *
   * @param name in the specification, for example `@key`
   * @param directives applied to an element
   * @returns the arguments of each application
   */
  applied(
    name: string,
    directives: readonly ConstDirectiveNode[] = [],
  ): readonly Readonly<Record<string, unknown>>[] {
    const local = this.nameOf(name);
    return directives.filter((directive) => directive.name.value === local).map(valuesOf);
  }
}

function linkIn(registry: TypeDefinitionRegistry): Readonly<Record<string, unknown>> | undefined {
  const applied = schemaDirectives(registry);
  const linkName = nameOfLink(applied);
  const links = applied.filter(({ name }) => name.value === linkName).map(valuesOf);
  return links.find(({ url }) => typeof url === "string" && url.startsWith(`${identity}/`));
}

function schemaDirectives(registry: TypeDefinitionRegistry): readonly ConstDirectiveNode[] {
  return registry.toDocument().definitions.flatMap((node) =>
    node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION ? node.directives ?? [] : []
  );
}

/** The directive can rename itself: `@link(url: "https://specs.apollo.dev/link/v1.0", as: "core")` is `@core(…)`. */
function nameOfLink(applied: readonly ConstDirectiveNode[]): string {
  const renaming = applied.map((directive) => ({ name: directive.name.value, values: valuesOf(directive) }))
    .find(({ name, values }) => values.as === name && String(values.url).startsWith("https://specs.apollo.dev/link/"));
  return renaming?.name ?? "link";
}

function valuesOf({ arguments: given = [] }: ConstDirectiveNode): Readonly<Record<string, unknown>> {
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}

function requireVersion(url: string): string {
  const version = url.slice(identity.length + 1);
  if (federationVersions.includes(version)) return version;
  throw new TypeError(
    `Cannot use the federation specification "${url}" as its version must be one of ${
      federationVersions.join(", ")
    }: current value is "${version}"`,
  );
}

function requireImport(given: unknown, version: string): Import {
  const imported = typeof given === "string" ? { name: given } : given as Partial<Import> | null;
  const { name } = imported ?? {};
  if (typeof name !== "string") {
    throw new TypeError(
      'Cannot read the import of the federation @link as it must be a name, such as "@key", or ' +
        `{ name: "@key", as: "@entityKey" }: current value is ${describeValue(given)}`,
    );
  }
  if (isInVersion(name, version)) return imported as Import;
  const since = versionOf(name);
  const meant = closestName(name, specNames(version));
  const hint = since !== undefined
    ? `it came with ${since}`
    : meant === undefined
    ? `it has ${specNames(version).join(", ")}`
    : `did you mean "${meant}"?`;
  throw new TypeError(
    `Cannot import "${name}" as version ${version} of the federation specification lacks it: ${hint}`,
  );
}
