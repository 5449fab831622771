import {
  getNamedType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  typeFromAST,
  type VariableDefinitionNode,
} from "../../deps.ts";
import { documentationOf } from "./documentation.ts";
import { inputDeclaration } from "./input_types.ts";
import type { ReadOperation, ReadOperations } from "./read_operations.ts";
import { ResultWriter } from "./result_writer.ts";
import type { ServiceType } from "./service_types.ts";
import { isReserved, memberName, TypeNames } from "./type_names.ts";
import { TypeWriter } from "./type_writer.ts";
import { writtenMark } from "./written_mark.ts";

/** The content of a module of operations. */
export interface OperationsModuleParts extends ReadOperations {
  readonly schema: GraphQLSchema;
  /** The scalars of the service, by schema type. */
  readonly serviceTypes: ReadonlyMap<string, ServiceType>;
  /** TypeScript types of scalars in requests and responses, by scalar name. */
  readonly wireScalars: ReadonlyMap<string, string>;
  /** The path from the folder of the written file to the service's folder, ending in a slash: `./`. */
  readonly toRoot: string;
}

/** The module's text, and the scalars whose type in responses is unknown. */
export interface OperationsModule {
  readonly text: string;
  readonly unknownScalars: readonly string[];
}

/**
 * Writes the module of a service's operations: a constant for each, with the types of its result and variables, and the
 * types that these use. Values have their JSON representation in requests and responses.
 *
 * @param parts the operations and their schema
 */
export function operationsModule(parts: OperationsModuleParts): OperationsModule {
  return new OperationsWriter(parts).write();
}

class OperationsWriter {
  readonly #parts: OperationsModuleParts;
  readonly #names: TypeNames;
  readonly #writer: TypeWriter;
  readonly #results: ResultWriter;
  /** Enums, inputs and scalars in use, by name. */
  readonly #used = new Map<string, GraphQLNamedType>();

  constructor(parts: OperationsModuleParts) {
    this.#parts = parts;
    const { schema, fragments, operations, wireScalars } = parts;
    const types = Object.values(schema.getTypeMap()).filter((type) =>
      isEnumType(type) || isInputObjectType(type) || isScalarType(type) && !isSpecifiedScalarType(type)
    );
    const taken = [
      ...operations.flatMap(({ name }) => [`${pascal(name)}Result`, `${pascal(name)}Variables`]),
      ...[...fragments.keys()].map((name) => `${pascal(name)}Fragment`),
    ];
    this.#names = new TypeNames(types.map(({ name }) => name), [...taken, ...wireScalars.values()]);
    this.#writer = new TypeWriter(this.#names);
    this.#results = new ResultWriter({ schema, fragments, leaf: (type) => this.#use(type) });
  }

  write(): OperationsModule {
    const { operations, fragments } = this.#parts;
    const constants = operations.flatMap((operation) => this.#operation(operation));
    const parts = [...fragments.keys()].sort().flatMap((name) => this.#fragment(name));
    const declarations = this.#declarations();
    const scalars = [...this.#used.values()].filter(isScalarType).map(({ name }) => name).sort();
    const imported = scalars.filter((name) => this.#isImported(name));
    const text = [
      "// deno-fmt-ignore-file",
      "// deno-lint-ignore-file",
      writtenMark,
      'import type { GraphQlOperation } from "@espalier/espalier/client";',
      ...(imported.length === 0 ? [] : ['import type { ScalarOutput } from "@espalier/espalier/graphql";']),
      ...imported.map((name) => this.#import(name)),
      ...declarations,
      ...parts,
      ...constants,
      "",
    ].join("\n");
    const unknownScalars = scalars.filter((name) => this.#wire(name) === "unknown");
    return { text, unknownScalars: unknownScalars.filter((name) => !this.#parts.wireScalars.has(name)) };
  }

  #operation({ name, node, file, document }: ReadOperation): string[] {
    const { schema } = this.#parts;
    const root = schema.getRootType(node.operation)!;
    const result = this.#results.object(root, [{ selectionSet: node.selectionSet, conditions: new Set() }], new Set());
    const [resultName, variablesName] = [`${pascal(name)}Result`, `${pascal(name)}Variables`];
    const types = [JSON.stringify(node.operation as string), resultName, variablesName];
    return [
      "",
      `export type ${resultName} = ${result};`,
      `export type ${variablesName} = ${this.#variables(node.variableDefinitions ?? [])};`,
      ...documentationOf({ description: node.description?.value ?? `From ${file}.` }),
      `export const ${isReserved(name) ? `${name}Operation` : name}: GraphQlOperation<${types.join(", ")}> = {`,
      `  kind: ${types[0]},`,
      ...(node.name === undefined ? [] : [`  name: ${JSON.stringify(name)},`]),
      `  document: \`${document.replace(/[`\\]|\$\{/g, "\\$&")}\`,`,
      "};",
    ];
  }

  #variables(definitions: readonly VariableDefinitionNode[]): string {
    const lines = definitions.map(({ variable, type: node, defaultValue }) => {
      // Safe, as the document is valid: variables have input types.
      const type = typeFromAST(this.#parts.schema, node) as GraphQLInputType;
      this.#use(getNamedType(type));
      const written = this.#writer.type(type);
      const isOptional = written.endsWith(" | null") || defaultValue !== undefined;
      return `  readonly ${memberName(variable.name.value)}${isOptional ? "?" : ""}: ${written};\n`;
    });
    return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("")}}`;
  }

  #fragment(name: string): string[] {
    const { schema, fragments } = this.#parts;
    const { typeCondition, selectionSet } = fragments.get(name)!;
    const type = schema.getType(typeCondition.name.value);
    // Safe, as the document is valid: fragments are on composite types.
    const result = this.#results.object(type as never, [{ selectionSet, conditions: new Set() }], new Set());
    return ["", `export type ${pascal(name)}Fragment = ${result};`];
  }

  #use(type: GraphQLNamedType): string {
    if (isScalarType(type) && isSpecifiedScalarType(type) || this.#used.has(type.name)) {
      return this.#writer.named(type.name);
    }
    this.#used.set(type.name, type);
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) this.#use(getNamedType(field.type));
    }
    return this.#writer.named(type.name);
  }

  #declarations(): string[] {
    return [...this.#used.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((type) => {
      const name = this.#names.of(type.name);
      const head = ["", ...documentationOf(type)];
      if (isInputObjectType(type)) return [...head, ...inputDeclaration(type, name, this.#writer)];
      if (!isEnumType(type)) return [...head, `export type ${name} = ${this.#wire(type.name)};`];
      const values = type.getValues().map((value) => JSON.stringify(value.name)).sort();
      return [...head, `export type ${name} = ${values.join(" | ")};`];
    });
  }

  /** The TypeScript type of a scalar's values in requests and responses. */
  #wire(scalar: string): string {
    const said = this.#parts.wireScalars.get(scalar);
    if (said !== undefined) return said;
    return this.#isImported(scalar) ? `ScalarOutput<typeof ${this.#names.of(scalar)}Scalar$>` : "unknown";
  }

  #isImported(scalar: string): boolean {
    return !this.#parts.wireScalars.has(scalar) && this.#parts.serviceTypes.get(scalar)?.kind === "scalar";
  }

  #import(scalar: string): string {
    const { file, name } = this.#parts.serviceTypes.get(scalar)!;
    const path = JSON.stringify(this.#parts.toRoot + file);
    return `import type { ${name} as ${this.#names.of(scalar)}Scalar$ } from ${path};`;
  }
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
