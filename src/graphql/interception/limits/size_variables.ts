import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isLeafType,
  type OperationDefinitionNode,
  typeFromAST,
} from "../../../../deps.ts";
import { type ArgumentSizeReader, type ArgumentSizes, type InputPosition, noSizes } from "./argument_sizes.ts";

/** The raw variables of a request. */
export type Variables = Readonly<Record<string, unknown>>;

/** A use of a variable whose value may contain list lengths. Equal uses share one object. */
export interface SizeVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly isSize: boolean;
  /** Number of the reading of the variable, which uses that differ in `absent` share. */
  readonly reading: number;
  /** The list lengths of the variable's default; absent if it has none. */
  readonly byDefault: ArgumentSizes | undefined;
  /** The list lengths of the schema's default, which applies if the variable is absent. */
  readonly absent: ArgumentSizes;
}

interface Declaration {
  readonly type: GraphQLInputType;
  readonly byDefault: ArgumentSizes | undefined;
}

/** The variables of an operation that may contain list lengths. */
export class SizeVariables {
  readonly #reader: ArgumentSizeReader;
  readonly #declared = new Map<string, Declaration>();
  readonly #uses = new Map<ArgumentSizes, Map<string, SizeVariable>>();
  readonly #readings = new Map<string, number>();

  constructor(schema: GraphQLSchema, operation: OperationDefinitionNode, reader: ArgumentSizeReader) {
    this.#reader = reader;
    for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
      const type = typeFromAST(schema, node);
      if (!isInputType(type)) continue;
      const byDefault = defaultValue &&
        reader.ofLiteral(defaultValue, { type, isSize: true, absent: noSizes }, () => {});
      this.#declared.set(variable.name.value, { type, byDefault });
    }
  }

  /** All uses, each once. */
  get uses(): readonly SizeVariable[] {
    return [...this.#uses.values()].flatMap((uses) => [...uses.values()]);
  }

  /** Describes the use of a variable; `undefined` if it has no list length, or the operation does not declare it. */
  use(name: string, { type, isSize, absent }: InputPosition): SizeVariable | undefined {
    const declared = this.#declared.get(name);
    if (declared === undefined || !isSize && isLeafType(getNullableType(type))) return undefined;
    const uses = this.#uses.get(absent) ?? new Map<string, SizeVariable>();
    this.#uses.set(absent, uses);
    const key = `${isSize}${name}`;
    const reading = this.#readings.get(key) ?? this.#readings.size;
    this.#readings.set(key, reading);
    const use = uses.get(key) ?? { name, isSize, reading, absent, ...declared };
    uses.set(key, use);
    return use;
  }

  /** Reads the variables of a request, each value once, regardless of the number of uses. */
  read(variables: Variables): (use: SizeVariable) => ArgumentSizes {
    const known: ArgumentSizes[] = [];
    return ({ name, type, isSize, reading, byDefault, absent }) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return value === undefined ? byDefault ?? absent : known[reading] ??= this.#reader.ofValue(value, type, isSize);
    };
  }
}
