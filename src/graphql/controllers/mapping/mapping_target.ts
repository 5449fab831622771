import { type GraphQLSchema, isInterfaceType } from "../../../../deps.ts";
import type {
  CodeRegistry,
  RootOperation,
  RuntimeWiringBuilder,
  SelfDescribingDataFetcher,
  TypeDefinitionRegistry,
} from "../../wiring/mod.ts";
import { fieldsOfDefinitions, fieldsOfSchema, type SchemaFields } from "../typed/schema_fields.ts";
import { implementingTypes } from "./implementing_types.ts";

/** The target of controller mappings: the wiring of a new schema, or the code of an existing one. */
export interface MappingTarget {
  /** Names of the object types that implement each interface, by its name. */
  readonly implementing: ReadonlyMap<string, readonly string[]>;
  /** The fields of the schema's types; `undefined` if unknown. */
  fields(): SchemaFields | undefined;
  /** The name of a root type, or `undefined` if unknown. */
  rootTypeName(operation: RootOperation): string | undefined;
  /** Whether a field has a data fetcher already. */
  isRegistered(typeName: string, field: string): boolean;
  /** Registers the data fetcher of a field. */
  register(typeName: string, field: string, fetcher: SelfDescribingDataFetcher): void;
}

/**
 * The wiring of a schema that is not built yet.
 *
 * @param wiring receives the data fetchers
 * @param definitions the definitions of the schema's types
 */
export function wiringTarget(
  wiring: RuntimeWiringBuilder,
  definitions: TypeDefinitionRegistry | undefined,
): MappingTarget {
  return {
    implementing: definitions ? implementingTypes(definitions) : new Map(),
    fields: () => definitions && fieldsOfDefinitions(definitions),
    rootTypeName: (operation) => definitions?.rootTypeName(operation),
    isRegistered: (typeName, field) => wiring.types.get(typeName)?.dataFetchers.has(field) ?? false,
    register: (typeName, field, fetcher) => {
      wiring.type(typeName, (type) => type.dataFetcher(field, fetcher));
    },
  };
}

/**
 * The code of an existing schema.
 *
 * @param codeRegistry receives the data fetchers
 */
export function codeRegistryTarget(codeRegistry: CodeRegistry): MappingTarget {
  const { schema } = codeRegistry;
  return {
    implementing: implementingTypesOf(schema),
    fields: () => fieldsOfSchema(schema),
    rootTypeName: (operation) => schema.getRootType(operation)?.name,
    isRegistered: (typeName, field) => codeRegistry.getDataFetcher(typeName, field) !== undefined,
    register: (typeName, field, fetcher) => {
      codeRegistry.dataFetcher(typeName, field, fetcher);
    },
  };
}

function implementingTypesOf(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const interfaces = Object.values(schema.getTypeMap()).filter(isInterfaceType);
  return new Map(interfaces.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]));
}
