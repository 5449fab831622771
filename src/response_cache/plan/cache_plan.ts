import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from "../../../deps.ts";
import type { GuardedOperation } from "../../graphql/mod.ts";
import { hashOf } from "../hash_of.ts";
import { markTag, typeTag, unknownEntityTag } from "../purges/purge_target.ts";
import type { FieldPolicies } from "./field_policies.ts";

/** The cache policy of an operation, computed before any request. */
export interface CachePlan {
  /** Maximum age in seconds: the lowest of all selected fields. */
  readonly maxAge: number;
  /** Whether a selected field is private, by its policy or because it has an access rule. */
  readonly isPrivate: boolean;
  /** Whether rules are in front of public fields, so that clients with the same roles and scopes share responses. */
  readonly isByGrants: boolean;
  /** Tags of every response: of types, and those of policies. */
  readonly tags: readonly string[];
  /** Identifies the document, whatever its layout and comments. */
  readonly documentHash: string;
}

/**
 * Works out the policy of an operation: the lowest maximum age and the narrowest scope of all fields that it selects,
 * whatever `@skip` and `@include` leave out of a response.
 *
 * @param operation a valid query
 * @param policies of the fields
 */
export function planOf({ schema, document, node }: GuardedOperation, policies: FieldPolicies): CachePlan {
  const walk = new PolicyWalk(schema, document, policies);
  walk.operation(node);
  return { ...walk.policy, tags: [...walk.tags], documentHash: hashOf(print(document)) };
}

class PolicyWalk {
  readonly tags = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #policies: FieldPolicies;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #seen = new Set<string>();
  #maxAge = Infinity;
  #isPrivate = false;
  #isByGrants = false;

  constructor(schema: GraphQLSchema, document: DocumentNode, policies: FieldPolicies) {
    this.#schema = schema;
    this.#policies = policies;
    const definitions = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(definitions.map((each) => [each.name.value, each]));
  }

  /** The policy; without a field policy nothing is cached. */
  get policy(): Pick<CachePlan, "maxAge" | "isPrivate" | "isByGrants"> {
    const maxAge = this.#maxAge === Infinity ? 0 : this.#maxAge;
    return { maxAge, isPrivate: this.#isPrivate, isByGrants: this.#isByGrants };
  }

  operation({ selectionSet }: OperationDefinitionNode): void {
    this.#selections(selectionSet, this.#schema.getQueryType()!);
  }

  #selections({ selections }: SelectionSetNode, type: GraphQLCompositeType): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        this.#field(selection, type);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        // The policy of a fragment is the same at every spread.
        if (this.#seen.has(selection.name.value)) continue;
        this.#seen.add(selection.name.value);
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value)! : selection;
      const on = fragment.typeCondition === undefined
        ? type
        : this.#schema.getType(fragment.typeCondition.name.value) as GraphQLCompositeType;
      this.#selections(fragment.selectionSet, on);
    }
  }

  #field({ name, selectionSet }: FieldNode, parent: GraphQLCompositeType): void {
    const field = "getFields" in parent ? parent.getFields()[name.value] : undefined;
    if (field === undefined) return this.#introspection(name.value);
    const isRoot = parent === this.#schema.getQueryType();
    for (const owner of isObjectType(parent) ? [parent] : this.#schema.getPossibleTypes(parent)) {
      this.#apply(owner, owner.getFields()[name.value]!, isRoot);
    }
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return;
    for (const possible of isObjectType(type) ? [type] : this.#schema.getPossibleTypes(type)) {
      this.tags.add(typeTag(possible.name));
    }
    if (selectionSet !== undefined) this.#selections(selectionSet, type);
  }

  /** `__typename` requires no data; caching `__schema` and `__type` saves little. */
  #introspection(name: string): void {
    if (name !== "__typename") this.#maxAge = 0;
  }

  #apply(owner: GraphQLObjectType, field: GraphQLField<unknown, unknown>, isRoot: boolean): void {
    const policy = this.#policies.of(owner, field, isRoot);
    if (policy.maxAge !== undefined) this.#maxAge = Math.min(this.#maxAge, policy.maxAge);
    this.#isPrivate ||= policy.isPrivate;
    this.#isByGrants ||= policy.isByGrants;
    for (const tag of policy.tags) this.tags.add(markTag(tag));
    for (const type of policy.dependsOn) this.tags.add(typeTag(type)).add(unknownEntityTag(type));
  }
}
