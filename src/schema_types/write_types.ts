import { isScalarType, isSpecifiedScalarType } from "../../deps.ts";
import { closestName, resolveProperties } from "../kernel/mod.ts";
import { loadSchema } from "./load_schema.ts";
import { modelsModule } from "./models_module.ts";
import { schemaModule } from "./schema_module.ts";
import { findServiceTypes, type ServiceType } from "./service_types.ts";

/** What types are made of. */
export interface TypesOptions {
  /** The service's folder, as a `file:` URL ending in a slash. */
  readonly root: URL;
  /** Glob patterns of the schema files below the folder; those of `graphql()` by default. */
  readonly locations?: readonly string[];
  /** The written file, relative to the folder; `schema.ts` by default. */
  readonly out?: string;
  /** TypeScript types of scalars, by their names. */
  readonly scalars?: ReadonlyMap<string, string>;
  /** What stands for schema types, instead of the classes that are found; `undefined` for nothing. */
  readonly models?: ReadonlyMap<string, ServiceType | undefined>;
}

/** A module's text. */
export interface WrittenModule {
  /** Where it belongs. */
  readonly file: URL;
  /** `undefined` where there is to be none. */
  readonly text: string | undefined;
}

/** What was made of a schema. */
export interface SchemaTypes {
  /** The types with the mapping decorators, and the classes. */
  readonly modules: readonly WrittenModule[];
  /** Scalars whose values are of an unknown type. */
  readonly unknownScalars: readonly string[];
}

/**
 * Makes the modules of a service's schema: types with mapping decorators, and the classes that stand for types.
 *
 * @param options the service
 * @throws TypeError when the schema is not valid, or two classes stand for one type
 */
export async function schemaTypes(options: TypesOptions): Promise<SchemaTypes> {
  const { root, out = "schema.ts", scalars = new Map() } = options;
  const models = out.replace(/\.ts$/, "_models.ts");
  const { locations, fileExtensions } = resolveProperties().graphql;
  const loaded = await loadSchema({ root, locations: options.locations ?? locations, extensions: fileExtensions });
  const all = Object.values(loaded.schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  requireTypes(all.map(({ name }) => name), [...scalars.keys(), ...(options.models?.keys() ?? [])]);
  const custom = all.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type)).map(({ name }) => name);
  const serviceTypes = findServiceTypes({
    root,
    types: new Set(all.filter((type) => !isScalarType(type)).map(({ name }) => name)),
    scalars: new Set(custom.filter((name) => !scalars.has(name))),
    ignore: [out, models],
    chosen: options.models ?? new Map(),
  });
  const types = schemaModule({ ...loaded, serviceTypes, scalars, toRoot: toRoot(out) });
  const unknownScalars = custom.filter((name) => !scalars.has(name) && !serviceTypes.has(name));
  return {
    modules: [
      { file: new URL(out, root), text: types },
      { file: new URL(models, root), text: modelsModule(serviceTypes, toRoot(out)) },
    ],
    unknownScalars,
  };
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
