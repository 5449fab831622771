import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from "../../../deps.ts";
import { type BatchedDataFetcher, connectionNodeType, type DataFetcher } from "../wiring/mod.ts";
import type { CodeModel } from "./code_model.ts";
import { describedFetcher } from "./described_fetcher.ts";
import { siteOf } from "./fetcher_check.ts";
import type { InspectedMappings } from "./inspected_mappings.ts";
import type { MappingWalk } from "./mapping_walk.ts";
import { coordinatesText } from "./report_text.ts";
import {
  type FieldCoordinates,
  type FurtherFinding,
  type FurtherFindings,
  type FurtherSection,
  furtherSections,
} from "./schema_report.ts";

type Field = GraphQLField<unknown, unknown>;
type Search = (mappings: InspectedMappings, model: CodeModel, walk: MappingWalk) => Iterable<FurtherFinding>;

const searches: { readonly [S in FurtherSection]: Search } = {
  mismatchedTypes: (_mappings, _model, walk) => walk.mismatchedTypes,
  unbatchedFields,
  unreachableRegistrations,
  unreadArguments,
  deprecationsWithoutReason,
  connectionsWithoutLimit,
};

/** What is looked at. */
export interface FurtherFindingsInput {
  readonly mappings: InspectedMappings;
  /** The application's classes. */
  readonly model: CodeModel;
  /** Has compared the fields with their code. */
  readonly walk: MappingWalk;
}

/**
 * Finds likely problems beyond the mapping of the schema.
 *
 * @param input what is inspected
 * @param sections the sections that are switched on; the others stay empty
 */
export function furtherFindings(
  { mappings, model, walk }: FurtherFindingsInput,
  sections: ReadonlySet<FurtherSection>,
): FurtherFindings {
  const found = furtherSections.map((section) => [
    section,
    sections.has(section) ? [...searches[section](mappings, model, walk)] : [],
  ]);
  return Object.fromEntries(found) as FurtherFindings;
}

function* unbatchedFields(mappings: InspectedMappings, model: CodeModel): Iterable<FurtherFinding> {
  const listed = elementsOfLists(mappings);
  for (const { typeName, fieldName, fetcher } of mappings.registrations()) {
    const list = listed.get(typeName);
    const described = describedFetcher(fetcher);
    if (!list || !described || isBatched(fetcher) || described.usesDataLoader) continue;
    // Another section reports a registration without a field.
    if (!hasField(mappings, { typeName, fieldName })) continue;
    // A synchronous method can't query a store.
    if (described.method && model.isSynchronous(described.method.owner, described.method.name)) continue;
    yield {
      typeName,
      fieldName,
      message: `is fetched once per element of "${list}": use @BatchMapping ${hintFor(mappings, typeName, fieldName)}`,
      site: siteOf(described, model),
    };
  }
}

/** Fetchers that load values for many sources at once; pages of each source need another method. */
function hintFor({ schema }: InspectedMappings, typeName: string, fieldName: string): string {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  const isConnection = field !== undefined && connectionNodeType(field.type) !== undefined;
  return isConnection ? "with scrollEach of the repository" : "or a data loader";
}

/** The object types that occur as elements of lists, with the field that lists them first. */
function elementsOfLists(mappings: InspectedMappings): ReadonlyMap<string, string> {
  const listed = new Map<string, string>();
  for (const { type, field } of outputFields(mappings)) {
    const element = getNamedType(connectionNodeType(field.type) ?? listElement(field));
    if (!element) continue;
    const members = isAbstractType(element) ? mappings.schema.getPossibleTypes(element) : [element];
    for (const { name } of members) {
      if (!listed.has(name)) listed.set(name, coordinatesText({ typeName: type.name, fieldName: field.name }));
    }
  }
  return listed;
}

function listElement(field: Field) {
  const bare = getNullableType(field.type);
  return isListType(bare) ? bare.ofType : undefined;
}

function isBatched(fetcher: DataFetcher): boolean {
  return typeof (fetcher as Partial<BatchedDataFetcher>).batch === "function";
}

function* unreachableRegistrations(mappings: InspectedMappings, model: CodeModel): Iterable<FurtherFinding> {
  const reachable = reachableTypes(mappings);
  for (const { typeName, fieldName, fetcher } of mappings.registrations()) {
    if (!hasField(mappings, { typeName, fieldName }) || reachable.has(typeName)) continue;
    const described = describedFetcher(fetcher);
    const message = "is never used: no operation reaches its type";
    yield { typeName, fieldName, message, ...(described && { site: siteOf(described, model) }) };
  }
}

function hasField({ schema }: InspectedMappings, { typeName, fieldName }: FieldCoordinates): boolean {
  const type = schema.getType(typeName);
  return isObjectType(type) && Object.hasOwn(type.getFields(), fieldName);
}

function reachableTypes({ schema }: InspectedMappings): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    .filter((root): root is GraphQLObjectType => Boolean(root));
  for (let type = waiting.pop(); type; type = waiting.pop()) {
    if (reached.has(type.name)) continue;
    reached.add(type.name);
    for (const field of Object.values(type.getFields())) {
      const target = getNamedType(field.type);
      if (isObjectType(target)) waiting.push(target);
      else if (isAbstractType(target)) waiting.push(...schema.getPossibleTypes(target));
    }
  }
  return reached;
}

function* unreadArguments(mappings: InspectedMappings, model: CodeModel): Iterable<FurtherFinding> {
  for (const { type, field } of outputFields(mappings)) {
    const coordinates = { typeName: type.name, fieldName: field.name };
    const fetcher = mappings.fetcherOf(coordinates);
    const described = fetcher && describedFetcher(fetcher);
    if (!described || described.readsAnyArgument) continue;
    for (const { name } of field.args.filter((argument) => !described.expectedArguments.has(argument.name))) {
      yield { ...coordinates, message: `never reads its argument "${name}"`, site: siteOf(described, model) };
    }
  }
}

function* deprecationsWithoutReason({ schema }: InspectedMappings): Iterable<FurtherFinding> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    for (const { name, deprecationReason } of deprecatable(type)) {
      if (deprecationReason?.trim() !== "" && deprecationReason !== "No longer supported") continue;
      yield { typeName: type.name, fieldName: name, message: "is deprecated without saying what to use instead" };
    }
  }
}

interface Deprecatable {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
}

function deprecatable(type: unknown): readonly Deprecatable[] {
  if (isEnumType(type)) return type.getValues();
  if (isInputObjectType(type)) return Object.values(type.getFields());
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [field, ...argumentsOf(field)]);
}

function argumentsOf(field: Field): Deprecatable[] {
  return field.args.map(({ name, deprecationReason }) => ({ name: `${field.name}(${name})`, deprecationReason }));
}

function* connectionsWithoutLimit(mappings: InspectedMappings): Iterable<FurtherFinding> {
  for (const { type, field } of outputFields(mappings)) {
    if (!connectionNodeType(field.type)) continue;
    const names = new Set(field.args.map(({ name }) => name));
    if (names.has("first") || names.has("last")) continue;
    const message = 'is a connection without a page limit: declare the argument "first" or "last"';
    yield { typeName: type.name, fieldName: field.name, message };
  }
}

function* outputFields({ schema }: InspectedMappings): Iterable<{ type: GraphQLObjectType; field: Field }> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) yield { type, field };
  }
}
