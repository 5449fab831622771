import {
  getNamedType,
  GraphQLDirective,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
} from "../../../deps.ts";
import type { SchemaElementChange, SchemaElementConfigs, SchemaElementPlace } from "./schema_element.ts";
import { rewriteSchema } from "./schema_rewriting.ts";

/** An element that may be hidden; only here directives are schema elements, too. */
type Hideable = Pick<SchemaElementPlace, "element">["element"] | GraphQLDirective;

/** Whether an element itself is hidden, regardless of its type and of the types it refers to. */
export type IsHidden = (coordinates: string, element: Hideable) => boolean;

/**
 * Creates a copy of a schema without the hidden elements, the elements that refer to hidden types, and the types that
 * are no longer reachable. A hidden field of an interface is hidden in its implementations.
 *
 * @param schema an executable schema, which is not changed
 * @param isHidden whether a single element is hidden
 * @returns the schema as if the hidden elements had never been defined; it may be invalid
 * @throws TypeError when a hidden argument or input field requires a value
 */
export function visibleSchema(schema: GraphQLSchema, isHidden: IsHidden): GraphQLSchema {
  const visibility = new Visibility(isHidden);
  const directives = schema.getDirectives().flatMap((each) => visibility.directive(each));
  const shown = new GraphQLSchema({ ...schema.toConfig(), directives, assumeValid: true });
  const copy = rewriteSchema(shown, visibility.change);
  const before = reachableTypes(schema);
  const reachable = reachableTypes(copy);
  // Omits built-in scalars that are no longer referenced: a schema contains only the built-in scalars it uses.
  const types = Object.values(copy.getTypeMap()).filter((type) =>
    !isIntrospectionType(type) && !isSpecifiedScalarType(type) && (reachable.has(type.name) || !before.has(type.name))
  );
  return new GraphQLSchema({ ...copy.toConfig(), types, assumeValid: false });
}

class Visibility {
  readonly #isHidden: IsHidden;

  constructor(isHidden: IsHidden) {
    this.#isHidden = isHidden;
  }

  readonly change: SchemaElementChange = (place) => {
    switch (place.kind) {
      case "field":
      case "argument":
      case "inputField":
        return this.#member(place);
      case "enumValue":
        return this.#isHidden(place.coordinates, place.element) ? null : undefined;
      default:
        return this.#type(place);
    }
  };

  /** The visible copy of a directive; empty if it is hidden. */
  directive(directive: GraphQLDirective): GraphQLDirective[] {
    const name = `@${directive.name}`;
    if (this.#isHidden(name, directive)) return [];
    if (isSpecifiedDirective(directive)) return [directive];
    const config = directive.toConfig();
    const args = directive.args.filter((argument) => {
      const coordinates = `${name}(${argument.name}:)`;
      const isHidden = this.#isHidden(coordinates, argument) || this.#isTypeHidden(argument.type);
      if (isHidden) requireNullable(coordinates, argument.type);
      return !isHidden;
    });
    if (args.length === directive.args.length) return [directive];
    return [
      new GraphQLDirective({ ...config, args: Object.fromEntries(args.map((each) => [each.name, each.toConfig()])) }),
    ];
  }

  #member({ kind, coordinates, element }: SchemaElementPlace): null | undefined {
    const { type } = element as { readonly type: GraphQLNamedType };
    if (!this.#isHiddenHere(coordinates, element) && !this.#isTypeHidden(type)) return undefined;
    if (kind !== "field") requireNullable(coordinates, type);
    return null;
  }

  #type({ kind, element, config }: SchemaElementPlace) {
    const type = element as GraphQLNamedType;
    if (this.#isTypeHidden(type)) return null;
    const isShown = (other: GraphQLNamedType) => !this.#isTypeHidden(other);
    if (kind === "union" && isUnionType(type)) {
      return { ...config, types: type.getTypes().filter(isShown) } as SchemaElementConfigs["union"];
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    return { ...config, interfaces: type.getInterfaces().filter(isShown) } as SchemaElementConfigs["object"];
  }

  #isTypeHidden(type: Parameters<typeof getNamedType>[0]): boolean {
    const named = getNamedType(type)!;
    return this.#isHidden(named.name, named);
  }

  /** Whether a member, or the same member of an interface that its type implements, is hidden. */
  #isHiddenHere(coordinates: string, element: SchemaElementPlace["element"]): boolean {
    if (this.#isHidden(coordinates, element)) return true;
    const owner = ownerOf(element);
    return owner !== undefined && owner.interfaces.some((each) => {
      const field = each.getFields()[owner.field];
      if (field === undefined) return false;
      const place = `${each.name}.${field.name}`;
      if (owner.argument === undefined) return this.#isHidden(place, field);
      const argument = field.args.find(({ name }) => name === owner.argument);
      return argument !== undefined && this.#isHidden(`${place}(${argument.name}:)`, argument);
    });
  }
}

interface Owner {
  readonly interfaces: readonly GraphQLInterfaceType[];
  readonly field: string;
  readonly argument?: string;
}

function ownerOf(element: SchemaElementPlace["element"]): Owner | undefined {
  const field = "parentType" in element ? element : "parent" in element ? element.parent : undefined;
  if (field === undefined || !("parentType" in field)) return undefined;
  const { parentType: type } = field;
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const interfaces = type.getInterfaces();
  return field === element
    ? { interfaces, field: field.name }
    : { interfaces, field: field.name, argument: element.name };
}

/** Rejects hiding a required input: resolvers rely on its value, and clients can't send an input they don't see. */
function requireNullable(coordinates: string, type: unknown): void {
  if (!isNonNullType(type)) return;
  throw new TypeError(`Cannot hide "${coordinates}" as it must be nullable to be left out: its type is ${type}`);
}

function reachableTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const found = new Set<string>();
  const queue: GraphQLNamedType[] = [];
  const add = (type: Parameters<typeof getNamedType>[0] | null) => {
    const named = type ? getNamedType(type) : undefined;
    if (named === undefined || found.has(named.name)) return;
    found.add(named.name);
    queue.push(named);
  };
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) add(root ?? null);
  for (const { args } of schema.getDirectives()) for (const { type } of args) add(type);
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) neighboursOf(type, schema).forEach(add);
  return found;
}

function neighboursOf(type: GraphQLNamedType, schema: GraphQLSchema): readonly Parameters<typeof getNamedType>[0][] {
  if (isUnionType(type)) return type.getTypes();
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => field.type);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  const { objects, interfaces } = isInterfaceType(type)
    ? schema.getImplementations(type)
    : { objects: [], interfaces: [] };
  const below = fields.flatMap((field) => [field.type, ...field.args.map((argument) => argument.type)]);
  return [...type.getInterfaces(), ...objects, ...interfaces, ...below];
}
