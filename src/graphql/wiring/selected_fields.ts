import {
  type FieldNode,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "../../../deps.ts";
import type { DataFetchingFieldSelectionSet } from "./data_fetching_field_selection_set.ts";

/** Reads the selected fields from the field nodes, once, on first use. */
export class SelectedFields implements DataFetchingFieldSelectionSet {
  readonly #info: GraphQLResolveInfo;
  #fields: readonly string[] | undefined;

  /** @param info graphql-js's description of the field */
  constructor(info: GraphQLResolveInfo) {
    this.#info = info;
  }

  get fields(): readonly string[] {
    return this.#fields ??= [...this.#collect()];
  }

  contains(pattern: string): boolean {
    const matches = matcherOf(pattern);
    return this.fields.some((path) => matches.test(path));
  }

  #collect(): Set<string> {
    const found = new Set<string>();
    for (const node of this.#info.fieldNodes) {
      if (node.selectionSet) this.#walk(node.selectionSet, getNamedType(this.#info.returnType), { prefix: "", found });
    }
    return found;
  }

  #walk(set: SelectionSetNode, type: GraphQLNamedType, into: { prefix: string; found: Set<string> }): void {
    for (const selection of set.selections) {
      if (!this.#isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) this.#addField(selection, type, into);
      else this.#walkFragment(selection, type, into);
    }
  }

  #walkFragment(
    selection: Exclude<SelectionNode, FieldNode>,
    type: GraphQLNamedType,
    into: { prefix: string; found: Set<string> },
  ): void {
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#info.fragments[selection.name.value];
    if (!fragment) return;
    const condition = fragment.typeCondition && this.#info.schema.getType(fragment.typeCondition.name.value);
    if (condition && !this.#overlap(condition, type)) return;
    this.#walk(fragment.selectionSet, condition ?? type, into);
  }

  #addField(node: FieldNode, type: GraphQLNamedType, { prefix, found }: { prefix: string; found: Set<string> }): void {
    const name = node.name.value;
    found.add(prefix + name);
    if (!node.selectionSet || !(isObjectType(type) || isInterfaceType(type))) return;
    const field = type.getFields()[name];
    if (field) this.#walk(node.selectionSet, getNamedType(field.type), { prefix: `${prefix}${name}/`, found });
  }

  #isIncluded(node: SelectionNode): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, this.#info.variableValues);
    if (skip?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, this.#info.variableValues)?.if !== false;
  }

  #overlap(a: GraphQLNamedType, b: GraphQLNamedType): boolean {
    if (a === b || !isCompositeType(a) || !isCompositeType(b)) return a === b;
    const { schema } = this.#info;
    const objectsOf = (type: typeof a) => isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    return objectsOf(a).some((type) => (objectsOf(b) as readonly unknown[]).includes(type));
  }
}

function matcherOf(pattern: string): RegExp {
  const parts = pattern.split("/").map((part) => {
    if (part === "**") return ".*";
    return part.split("*").map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^/]*");
  });
  return new RegExp(`^${parts.join("/")}$`);
}
