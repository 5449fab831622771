import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "../../../deps.ts";
import { entityTag, unknownEntityTag } from "../purges/purge_target.ts";

/** Names of the properties that identify entities, by the names of their types. */
export type EntityKeys = Readonly<Record<string, string>>;

/** Maximum number of objects in the selection that are followed; operations with more have entities of unknown ids. */
const maxSelected = 2_000;

/** The entities that a selection contains. */
interface SelectedObject {
  /** Names of entity types that the object may have. */
  readonly entities: ReadonlySet<string>;
  /** Whether the object can have one type alone. */
  readonly onlyType: string | undefined;
  /** Response keys under which the ids are selected, by type. */
  readonly idKeys: Map<string, string>;
  /** Response key of `__typename`. */
  typenameKey: string | undefined;
  readonly children: Map<string, SelectedObject>;
}

/** Finds the entities of responses to one operation. */
export class EntitySelection {
  readonly #schema: GraphQLSchema;
  readonly #keys: EntityKeys;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  #count = 0;
  readonly #root: SelectedObject | undefined;

  /**
   * @param schema against which the operation is valid
   * @param document of the operation
   * @param parts the operation, and the keys of entities
   */
  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    { node, keys }: { readonly node: OperationDefinitionNode; readonly keys: EntityKeys },
  ) {
    this.#schema = schema;
    this.#keys = keys;
    const definitions = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(definitions.map((each) => [each.name.value, each]));
    const root = this.#newObject(schema.getQueryType()!);
    this.#root = this.#collect(node.selectionSet, schema.getQueryType()!, root) ? root : undefined;
  }

  /**
   * Finds the tags of the entities of a response.
   *
   * @param data of the response
   * @param max maximum number of entities; with more, all of them count as unknown
   */
  tagsOf(data: unknown, max: number): ReadonlySet<string> {
    const tags = new Set<string>();
    if (this.#root === undefined) return this.#allUnknown();
    const pending: [unknown, SelectedObject][] = [[data, this.#root]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [value, selected] = next;
      if (Array.isArray(value)) {
        if (value.length === 0) addUnknown(selected, tags);
        for (const item of value) pending.push([item, selected]);
      } else if (value === null || value === undefined) {
        // A missing entity may exist later.
        addUnknown(selected, tags);
      } else {
        const object = value as Readonly<Record<string, unknown>>;
        addEntity(object, selected, tags);
        for (const [key, child] of selected.children) if (key in object) pending.push([object[key], child]);
      }
      if (tags.size > max) return this.#allUnknown();
    }
    return tags;
  }

  #allUnknown(): ReadonlySet<string> {
    return new Set(Object.keys(this.#keys).map(unknownEntityTag));
  }

  #newObject(type: GraphQLCompositeType): SelectedObject {
    this.#count++;
    const possible = isObjectType(type) ? [type] : this.#schema.getPossibleTypes(type);
    const entities = possible.map(({ name }) => name).filter((name) => Object.hasOwn(this.#keys, name));
    return {
      entities: new Set(entities),
      onlyType: possible.length === 1 ? possible[0]!.name : undefined,
      idKeys: new Map(),
      typenameKey: undefined,
      children: new Map(),
    };
  }

  /** @returns whether the selection is small enough */
  #collect({ selections }: SelectionSetNode, type: GraphQLCompositeType, into: SelectedObject): boolean {
    for (const selection of selections) {
      if (this.#count > maxSelected) return false;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        if (selection.name.value === "__typename") into.typenameKey = key;
        else if (!this.#addField(type, { name: selection.name.value, key, selected: selection.selectionSet }, into)) {
          return false;
        }
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value)! : selection;
      const on = fragment.typeCondition === undefined
        ? type
        : this.#schema.getType(fragment.typeCondition.name.value) as GraphQLCompositeType;
      this.#count++;
      if (!this.#collect(fragment.selectionSet, on, into)) return false;
    }
    return true;
  }

  #addField(
    type: GraphQLCompositeType,
    { name, key, selected }: {
      readonly name: string;
      readonly key: string;
      readonly selected: SelectionSetNode | undefined;
    },
    into: SelectedObject,
  ): boolean {
    const field = "getFields" in type ? type.getFields()[name] : undefined;
    const fieldType = field === undefined ? undefined : getNamedType(field.type);
    if (selected === undefined || !isCompositeType(fieldType)) {
      const owners = isObjectType(type) || !isCompositeType(type) ? [type.name] : [...into.entities];
      for (const owner of owners) if (this.#keys[owner] === name) into.idKeys.set(owner, key);
      return true;
    }
    let child = into.children.get(key);
    if (child === undefined) into.children.set(key, child = this.#newObject(fieldType));
    return this.#collect(selected, fieldType, child);
  }
}

function addEntity(object: Readonly<Record<string, unknown>>, selected: SelectedObject, tags: Set<string>): void {
  if (selected.entities.size === 0) return;
  const { onlyType, typenameKey, idKeys } = selected;
  const type = onlyType ?? (typenameKey === undefined ? undefined : object[typenameKey]);
  if (typeof type !== "string") return addUnknown(selected, tags);
  if (!selected.entities.has(type)) return;
  const idKey = idKeys.get(type);
  const id = idKey === undefined ? undefined : object[idKey];
  const isKnown = typeof id === "string" || typeof id === "number";
  tags.add(isKnown ? entityTag(type, id) : unknownEntityTag(type));
}

function addUnknown({ entities }: SelectedObject, tags: Set<string>): void {
  for (const type of entities) tags.add(unknownEntityTag(type));
}
