/** Mutants that behave as the original does: no test can find them. */
export interface Equivalents {
  readonly reason: string;
  readonly file: string;
  /**
   * The changes by the line of the mutant, without the white space around it, as `original -> replacement`: so the
   * report writes them. An edit of the line asks for a new judgement.
   */
  readonly changes: Readonly<Record<string, readonly string[]>>;
}

const limits = "src/graphql/interception/limits";

/** The mutants that the report leaves out of the score; an entry that fits no mutant any more is an error. */
export const equivalents: readonly Equivalents[] = [
  {
    reason: "a memo or a value that is worked out beforehand: without it the result takes longer and is the same",
    file: `${limits}/argument_sizes.ts`,
    changes: {
      "if (a === noSizes) return b;": ["a === noSizes -> false"],
      "if (b === noSizes) return a;": ["b === noSizes -> false"],
      "this.#positions.set(definition, position);": ["this.#positions.set(definition, position); -> (nothing)"],
      "this.#holdingSizes.set(type, holds);": ["this.#holdingSizes.set(type, holds); -> (nothing)"],
      "this.#withDefault.set(type, found);": ["this.#withDefault.set(type, found); -> (nothing)"],
      "if (!isInputObjectType(named) && !isListType(getNullableType(bare.ofType))) return listOf(items);": [
        "!isInputObjectType(named) && !isListType(getNullableType(bare.ofType)) -> false",
      ],
      "return length === 0 ? noSizes : { ...noSizes, longestList: length };": ["length === 0 -> false"],
    },
  },
  {
    reason: "a list of one is never longer than what is assumed, which is at least 1",
    file: `${limits}/argument_sizes.ts`,
    changes: {
      "return noSizes;": ["return noSizes; -> (nothing)"],
      "const nodes = node.kind === Kind.LIST ? node.values : node.kind === Kind.NULL ? [] : [node];": [
        "node.kind === Kind.NULL -> false",
      ],
      "return length === 0 ? noSizes : { ...noSizes, longestList: length };": ["0 -> 0 + 1"],
    },
  },
  {
    reason: "what is left says nothing about sizes: the empty text is 0, which is no size, and `undefined` holds none",
    file: `${limits}/argument_sizes.ts`,
    changes: {
      'const size = typeof value === "string" && value !== "" ? Number(value) : value;': [
        'typeof value === "string" && value !== "" -> typeof value === "string"',
      ],
      "if (value === undefined || value === null) return noSizes;": [
        "value === undefined || value === null -> value === null",
      ],
    },
  },
  {
    reason: "graphql-js keeps fields in objects without a prototype",
    file: `${limits}/argument_sizes.ts`,
    changes: {
      "const field = Object.hasOwn(fields, name) ? fields[name] : undefined;": ["Object.hasOwn(fields, name) -> true"],
    },
  },
  {
    reason: "validation refuses fragments that contain themselves before costs are worked out",
    file: `${limits}/cost_plan.ts`,
    changes: {
      "this.#planned.set(name, { selections: nothing });": [
        "this.#planned.set(name, { selections: nothing }); -> (nothing)",
      ],
    },
  },
  {
    reason: "what needs no variables may be added up beforehand or for each request: the sum is the same",
    file: `${limits}/cost_plan.ts`,
    changes: {
      "if (field == null || node.selectionSet === undefined && field.args.length === 0) return plan.addConstant(oneField);":
        ["field == null || node.selectionSet === undefined && field.args.length === 0 -> field == null"],
      "const sizes = field.args.length === 0 ? { constant: noSizes, variables: [] } : this.#sizes(node, field);": [
        "field.args.length === 0 -> false",
      ],
      "if (sizes.variables.length > 0 || isVariable(below)) plan.fields.push({ shape, sizes, below });": [
        "sizes.variables.length > 0 || isVariable(below) -> true",
        "sizes.variables.length > 0 -> sizes.variables.length >= 0",
      ],
      "if (isVariable(fragment.selections)) this.fragments.push(fragment);": [
        "isVariable(fragment.selections) -> true",
      ],
      "return fields.length > 0 || fragments.length > 0;": [
        "fields.length > 0 -> fields.length >= 0",
        "fragments.length > 0 -> fragments.length >= 0",
      ],
    },
  },
  {
    reason: "what needs no variables may be added up beforehand or for each request: the sum is the same",
    file: `${limits}/operation_cost.ts`,
    changes: {
      "if (plan.variables.uses.length > 0) return evaluate;": [
        "plan.variables.uses.length > 0 -> true",
        "plan.variables.uses.length > 0 -> plan.variables.uses.length >= 0",
      ],
    },
  },
  {
    reason: "the other half of the condition holds in all these cases, or what it gives is not read",
    file: `${limits}/field_cost.ts`,
    changes: {
      "const isConnection = connectionNodeType(field.type) !== undefined || isNamedConnection(field.type);": [
        "connectionNodeType(field.type) !== undefined || isNamedConnection(field.type) -> isNamedConnection(field.type)",
      ],
      "const isRelay = field.args.some((argument) => relayNames.has(argument.name) && reader.isSize(argument));": [
        "relayNames.has(argument.name) && reader.isSize(argument) -> relayNames.has(argument.name)",
      ],
      'leastSize: names.has("after") && names.has("last") ? defaultSize : 0,': ["0 -> 0 + 1"],
    },
  },
  {
    reason: "the shorter way of operations within all limits: the longer one finds no limit that is exceeded",
    file: `${limits}/operation_limits.ts`,
    changes: {
      "if (maxCost === 0 && maxPageSize === 0) return () => none;": ["maxCost === 0 && maxPageSize === 0 -> false"],
      "const isPageAllowed = maxPageSize === 0 || largestPageSize <= maxPageSize;": [
        "maxPageSize === 0 || largestPageSize <= maxPageSize -> maxPageSize === 0 && largestPageSize <= maxPageSize",
        "maxPageSize === 0 || largestPageSize <= maxPageSize -> maxPageSize === 0",
        "maxPageSize === 0 || largestPageSize <= maxPageSize -> largestPageSize <= maxPageSize",
        "largestPageSize <= maxPageSize -> largestPageSize < maxPageSize",
      ],
      "if (isPageAllowed && (maxCost === 0 || cost <= maxCost) && smallestPageSize === 0) return none;": [
        "isPageAllowed && (maxCost === 0 || cost <= maxCost) && smallestPageSize === 0 -> false",
        "maxCost === 0 || cost <= maxCost -> maxCost === 0 && cost <= maxCost",
        "maxCost === 0 || cost <= maxCost -> maxCost === 0",
        "maxCost === 0 || cost <= maxCost -> cost <= maxCost",
        "cost <= maxCost -> cost < maxCost",
      ],
      "return (variables) => (costOf ??= operationCost(schema, operation, this.#properties))(variables).cost;": [
        "costOf ??= operationCost(schema, operation, this.#properties) -> costOf = operationCost(schema, operation, this.#properties)",
      ],
    },
  },
  {
    reason: "uses of one variable are one object so that it is read once: read more often, it says the same",
    file: `${limits}/size_variables.ts`,
    changes: {
      "if (declared === undefined || !isSize && isLeafType(getNullableType(type))) return undefined;": [
        "declared === undefined || !isSize && isLeafType(getNullableType(type)) -> declared === undefined",
      ],
      "const uses = this.#uses.get(absent) ?? new Map<string, SizeVariable>();": [
        "this.#uses.get(absent) ?? new Map<string, SizeVariable>() -> new Map<string, SizeVariable>()",
      ],
      "const reading = this.#readings.get(key) ?? this.#readings.size;": [
        "this.#readings.get(key) ?? this.#readings.size -> this.#readings.size",
      ],
      "const use = uses.get(key) ?? { name, isSize, reading, absent, ...declared };": [
        "uses.get(key) ?? { name, isSize, reading, absent, ...declared } -> { name, isSize, reading, absent, ...declared }",
      ],
      "return value === undefined ? byDefault ?? absent : known[reading] ??= this.#reader.ofValue(value, type, isSize);":
        [
          "known[reading] ??= this.#reader.ofValue(value, type, isSize) -> known[reading] = this.#reader.ofValue(value, type, isSize)",
        ],
    },
  },
  {
    reason: "the shorter way for what needs no UTF-8 gives the same text",
    file: "src/graphql/pagination/cursor_encoder.ts",
    changes: {
      "return printable.test(cursor) ? btoa(cursor) : utf8.encode(cursor).toBase64();": [
        "printable.test(cursor) -> false",
      ],
    },
  },
];

/** Finds the entries of the list that no mutant fits any more. */
export function staleEntries(isKnown: (file: string, line: string, change: string) => boolean): string[] {
  return equivalents.flatMap(({ file, changes }) =>
    Object.entries(changes).flatMap(([line, texts]) =>
      texts.filter((text) => !isKnown(file, line, text)).map((text) => `${file}: ${line} (${text})`)
    )
  );
}
