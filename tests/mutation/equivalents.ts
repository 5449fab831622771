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
const binding = "src/graphql/controllers/binding";

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
  {
    reason: "ranges are compared one by one or together, as the indexes of a database like it: the rows are the same",
    file: "src/data/query/keyset.ts",
    changes: {
      "if (run.length === 1) return compare(first, operator, value);": ["run.length === 1 -> false"],
      "while (end < keyed.length && isInTuple(keyed[start]!, keyed[end]!, indexedTuples)) end++;": [
        "end < keyed.length && isInTuple(keyed[start]!, keyed[end]!, indexedTuples) -> false",
      ],
      "if (first.value === null || next.value === null || first.order.descending !== next.order.descending) return false;":
        [
          "first.value === null || next.value === null || first.order.descending !== next.order.descending -> true",
        ],
      'if (indexedTuples === "none") return false;': [
        'indexedTuples === "none" -> true',
        'indexedTuples === "none" -> false',
      ],
      'if (indexedTuples === "columns" && (first.order.ignoreCase || next.order.ignoreCase)) return false;': [
        'indexedTuples === "columns" && (first.order.ignoreCase || next.order.ignoreCase) -> true',
        'indexedTuples === "columns" && (first.order.ignoreCase || next.order.ignoreCase) -> indexedTuples === "columns" || (first.order.ignoreCase || next.order.ignoreCase)',
        'indexedTuples === "columns" && (first.order.ignoreCase || next.order.ignoreCase) -> indexedTuples === "columns"',
        'indexedTuples === "columns" && (first.order.ignoreCase || next.order.ignoreCase) -> (first.order.ignoreCase || next.order.ignoreCase)',
        "first.order.ignoreCase || next.order.ignoreCase -> first.order.ignoreCase",
      ],
      "return !next.order.column.nullable || next.order.nullsFirst;": [
        "!next.order.column.nullable || next.order.nullsFirst -> !next.order.column.nullable && next.order.nullsFirst",
        "!next.order.column.nullable || next.order.nullsFirst -> !next.order.column.nullable",
        "!next.order.column.nullable || next.order.nullsFirst -> next.order.nullsFirst",
      ],
      'return operands.length === 1 ? operands[0]! : { kind: "and", operands };': ["operands.length === 1 -> false"],
    },
  },
  {
    reason: "the id comes last in each sort and is never null, so some range is left",
    file: "src/data/query/keyset.ts",
    changes: {
      'return ranges.length > 0 ? ranges : [{ criteria: { kind: "or", operands: [] }, orders }];': [
        "ranges.length > 0 -> true",
        "ranges.length > 0 -> ranges.length >= 0",
        '[{ criteria: { kind: "or", operands: [] }, orders }] -> []',
      ],
    },
  },
  {
    reason: "the memo of a class that does not change",
    file: `${binding}/class_binder.ts`,
    changes: {
      "return construct(plan ??= planFor(thunk(), binderFor), {": [
        "plan ??= planFor(thunk(), binderFor) -> plan = planFor(thunk(), binderFor)",
      ],
    },
  },
  {
    reason: "binders get neither null nor undefined, and orders that were checked at start-up hold",
    file: `${binding}/class_binder.ts`,
    changes: {
      'if (typeof value !== "object" || value === null || Array.isArray(value)) {': [
        'typeof value !== "object" || value === null -> typeof value !== "object"',
      ],
      "if (shape.isUnchecked) requireOrder(plan.type, instance, { names: shape.names, args });": [
        "shape.isUnchecked -> true",
      ],
    },
  },
  {
    reason:
      "a property that shows its own value was left out before, and of two that are exchanged the first is found first",
    file: `${binding}/class_binder.ts`,
    changes: {
      "for (let i = 0; i < args.length; i++) {": ["i < args.length -> i <= args.length"],
      "const other = args.findIndex((value, j) => value !== undefined && j !== i && Object.is(value, shown[i]));": [
        "value !== undefined && j !== i && Object.is(value, shown[i]) -> Object.is(value, shown[i])",
        "value !== undefined && j !== i -> value !== undefined",
        "value !== undefined && j !== i -> j !== i",
      ],
      "if (other >= 0 && Object.is(shown[other], args[i])) throw orderError(type, names[i]!, names[other]!);": [
        "other >= 0 && Object.is(shown[other], args[i]) -> Object.is(shown[other], args[i])",
        "other >= 0 -> other > 0",
        "0 -> 0 + 1",
      ],
    },
  },
  {
    reason: "a value of the right type is taken before it comes to conversions, and converted it would be the same",
    file: `${binding}/scalar_binder.ts`,
    changes: {
      'ID: (value) => typeof value === "string" || typeof value === "number" ? String(value) : undefined,': [
        'typeof value === "string" || typeof value === "number" -> typeof value === "number"',
      ],
      "Bytes: (value) => value instanceof Uint8Array ? value : undefined,": ["value instanceof Uint8Array -> false"],
      'return ["string", "number", "boolean", "bigint"].includes(typeof value);': ['"string" -> ""'],
    },
  },
  {
    reason: "a promise of a decision is as good as the decision, and one rule is described as the only one of several",
    file: "src/context/access_rules.ts",
    changes: {
      'if (typeof decision !== "boolean") {': ['typeof decision !== "boolean" -> true'],
      "return isLater ? Promise.resolve(value as PromiseLike<T>).then(next) : next(value as T);": ["isLater -> true"],
    },
  },
  {
    reason: "the names are checked once, as each check gives the same",
    file: "src/graphql/access/access_visitor.ts",
    changes: {
      "if (this.#isChecked) return;": ["this.#isChecked -> false"],
      "this.#isChecked = true;": ["this.#isChecked = true; -> (nothing)", "true -> false"],
    },
  },
  {
    reason: "the shorter way where there are no rules at all",
    file: "src/graphql/access/property_fields.ts",
    changes: { "if (this.#beans.length === 0) return undefined;": ["this.#beans.length === 0 -> false"] },
  },
  {
    reason: "and-ing nothing allows every row, as no rule does",
    file: "src/data/query/row_access.ts",
    changes: { "if (operands.length === 0) return undefined;": ["operands.length === 0 -> false"] },
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
