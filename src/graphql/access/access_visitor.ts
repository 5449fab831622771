import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from "../../../deps.ts";
import {
  type AccessReport,
  Authentication,
  combinedAccess,
  denyAll,
  type RequiredAccess,
  securedAccess,
  type WayIn,
} from "../../context/mod.ts";
import { closestName } from "../../kernel/mod.ts";
import {
  dataFetcherOf,
  type GraphQLTypeVisitor,
  propertyDataFetcher,
  type SelfDescribingDataFetcher,
  withDataFetcher,
  withFieldGuard,
  wrappedFetcher,
} from "../wiring/mod.ts";
import { rulesOfDirectives } from "./access_directives.ts";
import type { FieldAccess } from "./field_access.ts";
import type { FieldRuleSource } from "./field_rule_source.ts";
import { guardedFetcher } from "./guarded_fetcher.ts";
import type { PropertyFields } from "./property_fields.ts";

/** What an {@linkcode AccessVisitor} is made of. */
export interface AccessVisitorParts {
  /** Rules in code. */
  readonly fields: readonly FieldAccess[];
  /** Whether root fields that no rule is about are refused. */
  readonly denyByDefault: boolean;
  /** Lists root fields and fields with rules; absent where nobody asks. */
  readonly report: AccessReport | undefined;
  /** Rules of the properties of classes. */
  readonly properties: PropertyFields;
  /** Find further rules in the schema. */
  readonly sources?: readonly FieldRuleSource[];
}

/** Puts the rules of a finished schema in front of its fields. Fields without rules stay as they are. */
export class AccessVisitor implements GraphQLTypeVisitor {
  readonly #parts: AccessVisitorParts;
  readonly #rules: ReadonlyMap<string, readonly RequiredAccess[]>;
  #isChecked = false;

  /** @param parts rules in code, and the default */
  constructor(parts: AccessVisitorParts) {
    this.#parts = parts;
    const rules = new Map<string, RequiredAccess[]>();
    for (const { rules: given } of parts.fields) {
      for (const [name, access] of Object.entries(given)) rules.set(name, [...rules.get(name) ?? [], access]);
    }
    this.#rules = rules;
  }

  visitObject(type: GraphQLObjectType, { schema }: { readonly schema: GraphQLSchema }): void {
    this.#checkNames(schema);
    for (const field of Object.values(type.getFields())) this.#guard(type, field, rootKindOf(type, schema));
  }

  #guard(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, root: WayIn["kind"] | undefined): void {
    const name = `${type.name}.${field.name}`;
    const found = combinedAccess(this.#accessOf(type, field));
    if (root !== undefined) this.#parts.report?.add({ kind: root, name, requires: found?.rule.description });
    else if (found !== undefined) this.#parts.report?.add({ kind: "field", name, requires: found.rule.description });
    const isDenied = found === undefined && root !== undefined && this.#parts.denyByDefault;
    const access: RequiredAccess | undefined = isDenied ? { rule: denyAll(), refused: "error" } : found;
    this.#guardSearch(field, name);
    if (access === undefined) return;
    if (access.refused === "null" && isNonNullType(field.type)) {
      throw new TypeError(
        `Cannot answer null where ${access.rule.description} is missing as ${name} must be nullable: its type is ` +
          String(field.type),
      );
    }
    const guarded = withDataFetcher(field.extensions, guardedFetcher(fetcherOf(field, name), access, name));
    field.extensions = withFieldGuard(guarded, access.rule);
  }

  /** Who searches by a property must be allowed to read it: what is found would tell the value. */
  #guardSearch(field: GraphQLField<unknown, unknown>, name: string): void {
    const fetcher = dataFetcherOf(field);
    const { searchedType } = (fetcher ?? {}) as Partial<SelfDescribingDataFetcher>;
    if (fetcher === undefined || searchedType === undefined) return;
    const { properties } = this.#parts;
    const guarded = wrappedFetcher(fetcher, (environment) => {
      const rule = properties.searchRule(searchedType, environment.arguments);
      if (rule === undefined) return fetcher(environment);
      // Which rule it is depends on the arguments, so the field itself has none: its value depends on the client.
      environment.graphQlContext.has(Authentication);
      return guardedFetcher(fetcher, { rule, refused: "error" }, name)(environment);
    });
    field.extensions = withDataFetcher(field.extensions, guarded);
  }

  #accessOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): readonly RequiredAccess[] {
    const declared = [type, ...type.getInterfaces()].flatMap((each) => [
      ...rulesOfDirectives(each.astNode?.directives),
      ...each.extensionASTNodes.flatMap(({ directives }) => rulesOfDirectives(directives)),
      ...rulesOfDirectives(each.getFields()[field.name]?.astNode?.directives),
    ]);
    const inCode = [type, ...type.getInterfaces()].flatMap(({ name }) => [
      ...this.#rules.get(name) ?? [],
      ...this.#rules.get(`${name}.${field.name}`) ?? [],
    ]);
    const { method } = (dataFetcherOf(field) ?? {}) as Partial<SelfDescribingDataFetcher>;
    const ofMethod = method === undefined ? undefined : securedAccess(method.owner, method.name);
    const found = (this.#parts.sources ?? []).flatMap((source) => source.rulesOf(type, field));
    return [
      ...[...declared, ...found].map((rule): RequiredAccess => ({ rule, refused: "error" })),
      ...inCode,
      ...(ofMethod === undefined ? [] : [ofMethod]),
      ...this.#parts.properties.accessOf(type.name, field.name),
    ];
  }

  /** A rule for something that does not exist protects nothing. */
  #checkNames(schema: GraphQLSchema): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    for (const name of this.#rules.keys()) {
      const [typeName = "", fieldName] = name.split(".");
      const type = schema.getType(typeName);
      // Input objects have fields, too, which nobody fetches.
      const fields = isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : undefined;
      if (fields !== undefined && (fieldName === undefined || fields.includes(fieldName))) continue;
      const known = fields === undefined
        ? Object.keys(schema.getTypeMap())
        : fields.map((field) => `${typeName}.${field}`);
      const meant = closestName(name, known);
      const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
      throw new TypeError(`Cannot apply the rule of "${name}" as the schema must have that field or type${hint}`);
    }
  }
}

function fetcherOf(field: GraphQLField<unknown, unknown>, name: string) {
  const fetcher = dataFetcherOf(field);
  if (fetcher !== undefined) return fetcher;
  if (field.resolve === undefined && field.subscribe === undefined) return propertyDataFetcher(field.name);
  throw new TypeError(
    `Cannot apply the rule of ${name} as its resolver must be a data fetcher: it is one of graphql-js`,
  );
}

function rootKindOf(type: GraphQLObjectType, schema: GraphQLSchema): WayIn["kind"] | undefined {
  if (type === schema.getQueryType()) return "query";
  if (type === schema.getMutationType()) return "mutation";
  return type === schema.getSubscriptionType() ? "subscription" : undefined;
}
