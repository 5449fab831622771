import { type GraphQLSchema, isScalarType, isSpecifiedScalarType } from "../../deps.ts";
import { closestName, resolveProperties } from "../kernel/mod.ts";
import { loadSchema } from "./load_schema.ts";
import { modelsModule } from "./models_module.ts";
import { operationsModule } from "./operations_module.ts";
import { readOperations } from "./read_operations.ts";
import { isOfFramework, schemaModule } from "./schema_module.ts";
import { findServiceTypes, type ServiceType } from "./service_types.ts";
import { writtenMark } from "./written_mark.ts";

/** The options for writing types. */
export interface TypesOptions {
  /** The service's folder, as a `file:` URL ending in a slash. */
  readonly root: URL;
  /** Glob patterns of the schema files below the folder; those of `graphql()` by default. */
  readonly locations?: readonly string[];
  /** The written file, relative to the folder; `schema.ts` by default. */
  readonly out?: string;
  /** TypeScript types of scalars in the service, by scalar name. */
  readonly scalars?: ReadonlyMap<string, string>;
  /** Glob patterns of documents below the folder; those of `graphql-documents/` and `graphql-test/` by default. */
  readonly operations?: readonly string[];
  /** TypeScript types of scalars in requests and responses, by scalar name. */
  readonly wireScalars?: ReadonlyMap<string, string>;
  /** Whether to write only the operations, for the client of another service; `false` by default. */
  readonly client?: boolean;
  /** Types to use for schema types instead of the classes that are found; `undefined` for none. */
  readonly models?: ReadonlyMap<string, ServiceType | undefined>;
}

/** A generated module. */
export interface WrittenModule {
  /** The URL of its file. */
  readonly file: URL;
  /** The text; `undefined` if the file should not exist. */
  readonly text: string | undefined;
}

/** The modules generated from a schema. */
export interface SchemaTypes {
  /** The types with the mapping decorators, the classes, and the operations if there are documents. */
  readonly modules: readonly WrittenModule[];
  /** Scalars with an unknown type in the service. */
  readonly unknownScalars: readonly string[];
  /** Scalars of operations with an unknown type in requests and responses. */
  readonly unknownWireScalars: readonly string[];
}

/**
 * Generates the modules of a service's schema: types with mapping decorators, the classes of schema types, and the
 * operations of its documents.
 *
 * @param options the service
 * @throws TypeError when the schema or a document is not valid, or two classes stand for one type
 *
 * @example
 * ```ts
 * import { schemaTypes } from "@espalier/espalier/types";
 *
 * const root = new URL(`file://${await Deno.makeTempDir()}/`);
 * await Deno.mkdir(new URL("graphql/", root));
 * await Deno.writeTextFile(new URL("graphql/books.graphqls", root), "type Query { title: String! }");
 * const { modules } = await schemaTypes({ root });
 * console.log(modules.map(({ file }) => file.pathname.split("/").at(-1))); // ["schema.ts", …]
 * await Deno.remove(root, { recursive: true });
 * ```
 */
export async function schemaTypes(options: TypesOptions): Promise<SchemaTypes> {
  const { root, out = "schema.ts", scalars = new Map() } = options;
  const models = out.replace(/\.ts$/, "_models.ts");
  const { locations, fileExtensions } = resolveProperties().graphql;
  const loaded = await loadSchema({ root, locations: options.locations ?? locations, extensions: fileExtensions });
  const all = Object.values(loaded.schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const { wireScalars = new Map(), client = false } = options;
  const named = [...scalars.keys(), ...wireScalars.keys(), ...(options.models?.keys() ?? [])];
  requireTypes(all.map(({ name }) => name), named);
  const custom = all.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type)).map(({ name }) => name);
  // With `client`, types of the other service are unrelated to classes of the same name in this one.
  if (client) return { ...await operationModules(options, loaded.schema, new Map()), unknownScalars: [] };
  const serviceTypes = findServiceTypes({
    root,
    types: new Set(all.filter((type) => !isScalarType(type)).map(({ name }) => name)),
    scalars: new Set(custom.filter((name) => !scalars.has(name))),
    ignore: [out, models, operationsFile(out)],
    chosen: options.models ?? new Map(),
  });
  const operations = await operationModules(options, loaded.schema, serviceTypes);
  const types = schemaModule({ ...loaded, serviceTypes, scalars, toRoot: toRoot(out) });
  const isKnown = (name: string) => serviceTypes.has(name) || isOfFramework(name) || loaded.added.has(name);
  const unknownScalars = custom.filter((name) => !scalars.has(name) && !isKnown(name));
  return {
    modules: [
      { file: new URL(out, root), text: types },
      { file: new URL(models, root), text: modelsModule(serviceTypes, toRoot(out)) },
      ...operations.modules,
    ],
    unknownScalars,
    unknownWireScalars: operations.unknownWireScalars,
  };
}

function operationsFile(out: string): string {
  return `${out.slice(0, out.lastIndexOf("/") + 1)}operations.ts`;
}

/** The module of the operations. If there are no documents any more, a written module is removed. */
async function operationModules(
  { root, out = "schema.ts", operations, wireScalars = new Map(), client = false }: TypesOptions,
  schema: GraphQLSchema,
  serviceTypes: ReadonlyMap<string, ServiceType>,
): Promise<Omit<SchemaTypes, "unknownScalars">> {
  const patterns = operations ?? ["graphql-documents/**", "graphql-test/**"];
  const read = await readOperations({ root, patterns, schema });
  const file = new URL(operationsFile(out), root);
  if (read.operations.length === 0 && read.fragments.size === 0) {
    if (client) {
      throw new TypeError(
        `Cannot write types as there must be a document: none ends in .graphql or .gql at ${
          patterns.join(", ")
        } below ${root.pathname}`,
      );
    }
    const isOurs = await isWritten(file);
    return { modules: isOurs ? [{ file, text: undefined }] : [], unknownWireScalars: [] };
  }
  const { text, unknownScalars } = operationsModule({
    ...read,
    schema,
    serviceTypes,
    wireScalars,
    toRoot: toRoot(out),
  });
  return { modules: [{ file, text }], unknownWireScalars: unknownScalars };
}

async function isWritten(file: URL): Promise<boolean> {
  try {
    return (await Deno.readTextFile(file)).includes(writtenMark);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

function toRoot(out: string): string {
  return "../".repeat(out.replace(/^\.\//, "").split("/").length - 1) || "./";
}

function requireTypes(types: readonly string[], named: readonly string[]): void {
  const unknown = named.find((name) => !types.includes(name));
  if (unknown === undefined) return;
  const closest = closestName(unknown, types);
  throw new TypeError(
    `Cannot write types as the schema has no type "${unknown}"${
      closest === undefined ? "" : `: did you mean "${closest}"?`
    }`,
  );
}
