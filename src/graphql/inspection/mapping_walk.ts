import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "../../../deps.ts";
import { connectionNodeType, type DataFetcher, type SelfDescribingDataFetcher, semanticTypeOf } from "../wiring/mod.ts";
import { argumentMismatch } from "./argument_mismatch.ts";
import type { ClassLookup } from "./class_lookup.ts";
import type { CodeModel } from "./code_model.ts";
import { type CodeClass, type CodeProperty, type CodeType, elementOf, unknownType, withoutNull } from "./code_type.ts";
import { describedFetcher } from "./described_fetcher.ts";
import { checkArguments, type FetcherCheck, returnTypeOf, siteOf } from "./fetcher_check.ts";
import type { InspectedMappings } from "./inspected_mappings.ts";
import type {
  CodeSite,
  FieldCoordinates,
  FieldNullnessError,
  FurtherFinding,
  SkippedType,
  UnmappedField,
} from "./schema_report.ts";
import { typeMismatch } from "./type_mismatch.ts";

const noClass = "No class information";

/** Traverses a schema from its root types and compares every field with its code. */
export class MappingWalk {
  readonly unmappedFields: UnmappedField[] = [];
  readonly fieldNullnessErrors: FieldNullnessError[] = [];
  readonly mismatchedTypes: FurtherFinding[] = [];
  readonly arguments: FetcherCheck = { unmappedArguments: [], argumentNullnessErrors: [] };
  readonly #mappings: InspectedMappings;
  readonly #model: CodeModel;
  readonly #lookup: ClassLookup;
  readonly #isElsewhere: (coordinates: FieldCoordinates) => boolean;
  readonly #inspected = new Set<string>();
  readonly #skipped: (SkippedType & { readonly isCandidate: boolean })[] = [];

  /** @param parts the schema, its data fetchers, and the class lookup */
  constructor(parts: {
    mappings: InspectedMappings;
    model: CodeModel;
    lookup: ClassLookup;
    isElsewhere: (coordinates: FieldCoordinates) => boolean;
  }) {
    this.#mappings = parts.mappings;
    this.#model = parts.model;
    this.#lookup = parts.lookup;
    this.#isElsewhere = parts.isElsewhere;
  }

  /** The types that could not be checked; members of abstract types only if nothing else led to them. */
  get skippedTypes(): readonly SkippedType[] {
    return this.#skipped
      .filter(({ typeName, isCandidate }) => !isCandidate || !this.#inspected.has(typeName))
      .map(({ typeName, coordinates, reason }) => ({ typeName, coordinates, reason }));
  }

  /** Walks the whole schema. */
  run(): this {
    const { schema } = this.#mappings;
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      if (root) this.#inspectType(root, undefined);
    }
    return this;
  }

  #inspectType(type: GraphQLObjectType, code: CodeClass | undefined): void {
    if (this.#inspected.has(type.name)) return;
    this.#inspected.add(type.name);
    for (const field of Object.values(type.getFields())) {
      const coordinates = { typeName: type.name, fieldName: field.name };
      const fetcher = this.#mappings.fetcherOf(coordinates);
      const property = code?.properties()?.get(field.name);
      if (fetcher) this.#checkFetcher(coordinates, field, fetcher);
      else if (code && property) this.#checkProperty(coordinates, field, { owner: code, property });
      else if (!this.#isElsewhere(coordinates)) {
        this.unmappedFields.push({ ...coordinates, ...(code && { className: code.name }) });
      }
    }
  }

  #checkFetcher(coordinates: FieldCoordinates, field: GraphQLField<unknown, unknown>, fetcher: DataFetcher): void {
    const described = describedFetcher(fetcher);
    if (!described) return this.#checkType(coordinates, field.type, unknownType);
    const returned = returnTypeOf(described, this.#model);
    if (isNonNullType(semanticTypeOf(field)) && returned.kind === "nullable" && !described.usesDataLoader) {
      this.fieldNullnessErrors.push({ ...coordinates, site: siteOf(described, this.#model) });
    }
    checkArguments({ coordinates, field, fetcher: described, model: this.#model }, this.arguments);
    this.#compareArguments(coordinates, field, described);
    const isStream = this.#mappings.schema.getSubscriptionType()?.name === coordinates.typeName;
    const value = isStream ? eventOf(field.type, returned) : returned;
    this.#compare(coordinates, { field, returned: value, site: siteOf(described, this.#model) });
    this.#checkType(coordinates, field.type, value);
  }

  #compareArguments(
    coordinates: FieldCoordinates,
    field: GraphQLField<unknown, unknown>,
    fetcher: SelfDescribingDataFetcher,
  ): void {
    for (const { name, type } of field.args) {
      const expected = fetcher.expectedArguments.get(name);
      const message = expected && argumentMismatch(name, type, expected);
      if (message) this.mismatchedTypes.push({ ...coordinates, message, site: siteOf(fetcher, this.#model) });
    }
  }

  #checkProperty(
    coordinates: FieldCoordinates,
    field: GraphQLField<unknown, unknown>,
    { owner, property }: { owner: CodeClass; property: CodeProperty },
  ): void {
    const { location } = property;
    const site = { description: `${owner.name}#${property.name}`, ...(location && { location }) };
    if (isNonNullType(semanticTypeOf(field)) && property.type.kind === "nullable") {
      this.fieldNullnessErrors.push({ ...coordinates, site });
    }
    this.#compare(coordinates, { field, returned: property.type, site });
    this.#checkType(coordinates, field.type, property.type);
  }

  #compare(
    coordinates: FieldCoordinates,
    { field, returned, site }: { field: GraphQLField<unknown, unknown>; returned: CodeType; site: CodeSite },
  ): void {
    const message = typeMismatch(field, returned);
    if (message !== undefined) this.mismatchedTypes.push({ ...coordinates, message, site });
  }

  #checkType(coordinates: FieldCoordinates, declared: GraphQLOutputType, returned: CodeType): void {
    const { type, code } = throughContainers(declared, returned);
    if (isLeafType(type)) return;
    if (isAbstractType(type)) {
      for (const member of this.#mappings.schema.getPossibleTypes(type)) this.#checkMember(coordinates, member, code);
      return;
    }
    if (!isObjectType(type)) return;
    const known = knownClass(code) ?? this.#lookup.explicit(type);
    if (known) this.#inspectType(type, known);
    else this.#skip(type.name, coordinates, false);
  }

  #checkMember(coordinates: FieldCoordinates, member: GraphQLObjectType, code: CodeType): void {
    const returned = knownClass(code);
    const known = this.#lookup.ofMember(member) ?? (returned?.name === member.name ? returned : undefined);
    if (known?.properties()) this.#inspectType(member, known);
    else this.#skip(member.name, coordinates, true);
  }

  #skip(typeName: string, coordinates: FieldCoordinates, isCandidate: boolean): void {
    if (this.#skipped.some((skip) => skip.typeName === typeName)) return;
    this.#skipped.push({ typeName, coordinates, reason: noClass, isCandidate });
  }
}

/** A class with known properties; the class of a page itself if the schema has no connection type for it. */
function knownClass(code: CodeType): CodeClass | undefined {
  return (code.kind === "class" || code.kind === "container") && code.type.properties() ? code.type : undefined;
}

function throughContainers(declared: GraphQLOutputType, returned: CodeType): {
  type: GraphQLNamedOutputType;
  code: CodeType;
} {
  let type = getNullableType(declared) as GraphQLOutputType;
  let code = withoutNull(returned);
  for (let inner; (inner = connectionNodeType(type) ?? (isListType(type) ? type.ofType : undefined)) !== undefined;) {
    type = getNullableType(inner) as GraphQLOutputType;
    code = withoutNull(elementOf(code));
  }
  return { type: getNamedType(type), code };
}

/** A subscription may describe its stream as a list of events, or one event. */
function eventOf(type: GraphQLOutputType, returned: CodeType): CodeType {
  const bare = withoutNull(returned);
  if (bare.kind !== "list") return returned;
  const isListOfLists = withoutNull(bare.element).kind === "list";
  return isListType(getNullableType(type)) && !isListOfLists ? returned : bare.element;
}
