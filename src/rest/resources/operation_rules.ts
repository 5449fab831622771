import { accessRequest, type AccessRule, requireAccess } from "../../context/mod.ts";
import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { allRules } from "../export/collection_access.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";

/** Finds the access rule of a request for a resource of a collection; `undefined` if there is none. */
export type RuleOfRequest = (request: Request, variables: PathVariables) => AccessRule | undefined;

/** The rules in front of the resources of one collection. */
export class OperationRules {
  readonly #collection: ExportedCollection;
  /** The rule of who reads items: that of the collection, and those of collections whose excerpts its documents hold. */
  readonly read: AccessRule | undefined;

  /** @param collection the collection, with its associations */
  constructor(collection: ExportedCollection) {
    this.#collection = collection;
    this.read = readRule(collection);
  }

  /** For the collection itself. */
  readonly list: RuleOfRequest = ({ method }) => method === "POST" ? this.#collection.access.of("create") : this.read;

  /** For searches. */
  readonly search: RuleOfRequest = () => this.read;

  /** For items. */
  readonly item: RuleOfRequest = ({ method, headers }) => {
    const { access, writable } = this.#collection;
    switch (method) {
      case "PUT":
        return writable.createByPut ? access.ofAny("update", "create") : access.of("update");
      case "PATCH":
        // A JSON Patch can test values, so clients that may not read could guess them.
        return /json-patch/i.test(headers.get("content-type") ?? "")
          ? allRules(access.of("update"), this.read)
          : access.of("update");
      case "DELETE":
        return access.of("delete");
      default:
        return this.read;
    }
  };

  /** For binary properties. */
  readonly binary: RuleOfRequest = ({ method }) =>
    method === "PUT" || method === "DELETE" ? this.#collection.access.of("update") : this.read;

  /** Combines the rule of an association with that of its targets. */
  readonly association: RuleOfRequest = ({ method }, { association: path }) => {
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    if (!isRead) return this.#collection.access.of("update");
    const target = this.#collection.associations.get(path ?? "")?.target;
    return allRules(this.#collection.access.of("read"), target === undefined ? undefined : readRule(target));
  };
}

/**
 * Refuses a request that a rule does not allow.
 *
 * @param rule the rule; absent if there is none
 * @param exchange the request
 * @param variables the path's variables
 * @throws AccessDeniedError when the rule denies access
 */
export function requireOperation(
  rule: AccessRule | undefined,
  { authentication, request }: HttpExchange,
  variables: PathVariables = {},
): MaybePromise<void> {
  if (rule === undefined) return undefined;
  return requireAccess(rule, accessRequest(authentication, { arguments: variables, source: request }));
}

/**
 * Creates the read rule of a collection's documents.
 *
 * @param collection the collection, with its associations
 */
export function readRule(collection: ExportedCollection): AccessRule | undefined {
  const shown = new Set([collection]);
  // The set grows while it is walked: excerpts may hold excerpts.
  for (const each of shown) {
    for (const { property, target } of each.associations.values()) {
      if (property !== undefined && target.options.excerpt !== undefined) shown.add(target);
    }
  }
  return allRules(...[...shown].map(({ access }) => access.of("read")));
}
