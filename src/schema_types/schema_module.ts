import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
} from "../../deps.ts";
import { semanticTypeOf } from "../graphql/mod.ts";
import { documentationOf } from "./documentation.ts";
import { inputDeclaration } from "./input_types.ts";
import type { LoadedSchema } from "./load_schema.ts";
import type { ServiceType } from "./service_types.ts";
import { memberName, TypeNames } from "./type_names.ts";
import { TypeWriter } from "./type_writer.ts";
import { writtenMark } from "./written_mark.ts";

const entityMapping = 'export const EntityMapping: EntityMappings<Schema, Models>["EntityMapping"] = ' +
  "entityMappings<Schema, Models>().EntityMapping;";

/** The content of a module of types. */
export interface SchemaModuleParts extends LoadedSchema {
  /** The classes and scalars of the service, by schema type. */
  readonly serviceTypes: ReadonlyMap<string, ServiceType>;
  /** TypeScript types of scalars, by scalar name. */
  readonly scalars: ReadonlyMap<string, string>;
  /** The path from the folder of the written file to the service's folder, ending in a slash: `./`. */
  readonly toRoot: string;
}

const specified = new Set(["String", "ID", "Int", "Float", "Boolean"]);

/**
 * Writes the module that connects controllers to a schema: its types, their classes, and the mapping decorators.
 * Everything is sorted, so that moving definitions does not change the output.
 *
 * @param parts the schema, and the classes of its types
 */
export function schemaModule(parts: SchemaModuleParts): string {
  return new SchemaModule(parts).write();
}

class SchemaModule {
  readonly #parts: SchemaModuleParts;
  readonly #schema: GraphQLSchema;
  readonly #types: readonly GraphQLNamedType[];
  readonly #names: TypeNames;
  readonly #writer: TypeWriter;
  readonly #roots: ReadonlySet<string>;

  constructor(parts: SchemaModuleParts) {
    this.#parts = parts;
    this.#schema = parts.schema;
    const { connections, added, scalars } = parts;
    // Controllers do not use the edges of connections that the framework added.
    const helpers = new Set([...added].filter((name) => !connections.has(name)));
    this.#types = Object.values(parts.schema.getTypeMap())
      .filter((type) => !isIntrospectionType(type) && !specified.has(type.name) && !helpers.has(type.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const roots = [parts.schema.getQueryType(), parts.schema.getMutationType(), parts.schema.getSubscriptionType()];
    this.#roots = new Set(roots.flatMap((type) => type ? [type.name] : []));
    this.#names = new TypeNames(this.#types.map(({ name }) => name), [...scalars.values()]);
    this.#writer = new TypeWriter(this.#names);
  }

  write(): string {
    const declarations = this.#types.flatMap((type) => this.#declaration(type));
    const body = [
      ...declarations,
      ...this.#models(),
      "",
      ...this.#fields(),
      "",
      ...this.#decorators(),
    ].join("\n");
    return [
      "// deno-fmt-ignore-file",
      "// deno-lint-ignore-file",
      writtenMark,
      ...this.#imports(body),
      "",
      body,
      "",
    ].join("\n");
  }

  #imports(body: string): string[] {
    const uses = (name: string) => new RegExp(`\\b${name}(?!\\w)`).test(body);
    const types = ["Agrees", "Connection", "ConnectionSource", "Mappings", "ScalarValue"].filter(uses);
    if (uses("UploadScalar\\$")) types.push("Upload as UploadScalar$");
    const framework = [...types.map((name) => `type ${name}`), "mappings"].join(", ");
    const byFile = new Map<string, string[]>();
    for (const [type, { file, name, kind }] of [...this.#parts.serviceTypes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const own = kind === "scalar" ? this.#scalarValue(type) : this.#names.of(type);
      const imported = name === own ? name : `${name} as ${own}`;
      byFile.set(file, [...byFile.get(file) ?? [], imported]);
    }
    const files = [...byFile].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      `import { ${framework} } from "@espalier/espalier/graphql";`,
      ...(this.#parts.fieldsOfOthers
        ? ['import { type EntityMappings, entityMappings } from "@espalier/espalier/federation";']
        : []),
      ...files.map(([file, names]) =>
        `import type { ${names.join(", ")} } from ${JSON.stringify(this.#parts.toRoot + file)};`
      ),
    ];
  }

  #scalarValue(type: string): string {
    return `${this.#names.of(type)}Scalar$`;
  }

  /** The TypeScript type of a schema type without a class. */
  #declaration(type: GraphQLNamedType): string[] {
    const chosen = this.#parts.serviceTypes.get(type.name);
    if (chosen && chosen.kind !== "scalar") return [];
    const head = documentationOf(type);
    const name = this.#names.of(type.name);
    const connected = this.#parts.connections.get(type.name);
    if (connected !== undefined) {
      return [...head, `export type ${name} = ConnectionSource<${this.#writer.named(connected)}>;`];
    }
    if (isScalarType(type)) return [...head, `export type ${name} = ${this.#scalar(type.name)};`];
    if (isEnumType(type)) {
      const values = type.getValues().map((value) => JSON.stringify(value.name)).sort();
      return [...head, `export type ${name} = ${values.join(" | ")};`];
    }
    if (isAbstractType(type)) {
      const members = this.#schema.getPossibleTypes(type).map((member) => this.#names.of(member.name)).sort();
      return [...head, `export type ${name} = ${members.join(" | ") || "never"};`];
    }
    if (isInputObjectType(type)) return [...head, ...inputDeclaration(type, name, this.#writer)];
    if (this.#roots.has(type.name) && !this.#isReferenced(type)) return [];
    return isObjectType(type) ? [...head, `export interface ${name} {`, ...this.#properties(type), "}"] : [];
  }

  #scalar(type: string): string {
    const said = this.#parts.scalars.get(type);
    if (said !== undefined) return said;
    if (this.#parts.serviceTypes.has(type)) return `ScalarValue<typeof ${this.#scalarValue(type)}>`;
    return isOfFramework(type) ? this.#scalarValue(type) : "unknown";
  }

  /** The properties of an object type without a class; fields that can be mapped are optional. */
  #properties(type: GraphQLObjectType): string[] {
    const isMember = type.getInterfaces().length > 0 ||
      this.#types.some((other) => isAbstractType(other) && this.#schema.isSubType(other, type));
    const typename = isMember ? [`  readonly __typename?: ${JSON.stringify(type.name)};`] : [];
    const fields = sorted(type.getFields()).filter(({ args }) => args.length === 0).flatMap((field) => {
      const written = this.#writer.type(semanticTypeOf(field));
      const isHeld = isLeafType(getNamedType(field.type)) && !written.endsWith(" | null") &&
        !this.#roots.has(type.name) && !this.#parts.fieldsOfOthers?.has(`${type.name}.${field.name}`);
      return [
        ...documentationOf(field, "  "),
        `  readonly ${memberName(field.name)}${isHeld ? "" : "?"}: ${written};`,
      ];
    });
    return [...typename, ...fields];
  }

  #referenced: ReadonlySet<string> | undefined;

  #isReferenced({ name }: GraphQLNamedType): boolean {
    this.#referenced ??= new Set(
      this.#types.filter((type) => isObjectType(type) || isInterfaceType(type))
        .flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
    );
    return this.#referenced.has(name);
  }

  #models(): string[] {
    const { connections } = this.#parts;
    const lines = this.#types.filter((type) => !this.#roots.has(type.name) || this.#isReferenced(type)).map((type) => {
      const connected = connections.get(type.name);
      const value = connected === undefined
        ? this.#names.of(type.name)
        : `Connection<${this.#writer.named(connected)}>`;
      return `  ${memberName(type.name)}: ${value};`;
    });
    return [
      "",
      "/** The types of the schema, and what stands for them. */",
      "export interface Models {",
      ...lines,
      "}",
    ];
  }

  #fields(): string[] {
    const types = this.#types.filter((type) => isObjectType(type) || isInterfaceType(type));
    const lines = types.flatMap((type) => {
      const fields = sorted(type.getFields()).filter(({ name }) =>
        !this.#parts.connections.has(type.name) || name !== "edges" && name !== "pageInfo"
      );
      if (fields.length === 0) return [];
      return [`  ${memberName(type.name)}: {`, ...fields.flatMap((field) => this.#field(field)), "  };"];
    });
    return [
      "/** The fields of the schema's types; a field with arguments is a function of them. */",
      "export interface Schema {",
      ...lines,
      "}",
    ];
  }

  #field(field: GraphQLField<unknown, unknown>): string[] {
    const result = this.#writer.type(semanticTypeOf(field));
    const name = memberName(field.name);
    const args = [...field.args].sort((a, b) => (a.name < b.name ? -1 : 1)).map((arg) => this.#argument(arg));
    const call = args.length === 0 ? `${name}: ${result};` : `${name}(args: { ${args.join("; ")} }): ${result};`;
    return [...documentationOf(field, "    "), `    ${call}`];
  }

  #argument(arg: GraphQLArgument): string {
    return `${memberName(arg.name)}${isRequiredArgument(arg) ? "" : "?"}: ${this.#writer.type(arg.type)}`;
  }

  #decorators(): string[] {
    const roots = this.#rootNames();
    const { serviceTypes } = this.#parts;
    const hasModels = [...serviceTypes.values()].some(({ kind }) => kind !== "scalar");
    const inputs = this.#types.filter((type) =>
      isInputObjectType(type) && serviceTypes.get(type.name)?.kind === "class"
    );
    const options = inputs.length === 0 ? "" : `{ inputs: ${JSON.stringify(inputs.map(({ name }) => name))} }`;
    const type = roots === undefined ? "Mappings<Schema, Models>" : "Mappings<Schema, Models, Roots>";
    const exported = [
      "QueryMapping",
      ...(this.#schema.getMutationType() ? ["MutationMapping"] : []),
      ...(this.#schema.getSubscriptionType() ? ["SubscriptionMapping"] : []),
      "SchemaMapping",
      "BatchMapping",
    ];
    return [
      ...(roots === undefined ? [] : ["interface Roots {", ...roots, "}"]),
      ...(!hasModels ? [] : [
        "/** Classes may lack fields, which then need a mapping, but must not contradict the schema. */",
        "export const agrees: Agrees<Schema, Models> = true;",
      ]),
      `const decorators: ${type} = mappings(${options});`,
      ...exported.map((name) => `export const ${name}: ${type}["${name}"] = decorators.${name};`),
      ...(this.#parts.fieldsOfOthers ? [entityMapping] : []),
    ];
  }

  /** The names of the root types, if one differs from the default. */
  #rootNames(): string[] | undefined {
    const operations = ["query", "mutation", "subscription"] as const;
    const names = operations.map((operation) => {
      const usual = operation.charAt(0).toUpperCase() + operation.slice(1);
      // Avoids `getRootType`, whose argument is an enum.
      const type = operation === "query"
        ? this.#schema.getQueryType()
        : operation === "mutation"
        ? this.#schema.getMutationType()
        : this.#schema.getSubscriptionType();
      return { operation, usual, name: type?.name ?? usual };
    });
    if (names.every(({ name, usual }) => name === usual)) return undefined;
    return names.map(({ operation, name }) => `  readonly ${operation}: ${JSON.stringify(name)};`);
  }
}

/** Whether a scalar that the service does not define is provided by the framework, by `uploads()`. */
export function isOfFramework(scalar: string): boolean {
  return scalar === "Upload";
}

function sorted<T extends { readonly name: string }>(fields: Readonly<Record<string, T>>): T[] {
  return Object.values(fields).sort((a, b) => (a.name < b.name ? -1 : 1));
}
