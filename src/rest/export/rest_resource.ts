import { type MemberDecoratorCall, recordedFor, recordMember, requireCalled } from "../../kernel/mod.ts";
import type { SearchOptions } from "./search_options.ts";

const restResource: unique symbol = Symbol("espalier.rest.resource");

interface RecordedSearch {
  readonly method: string;
  readonly options: SearchOptions;
}

/**
 * Exports a repository's query method as a resource below `search`.
 *
 * @param options path, relation and parameters
 *
 * @example
 * ```ts
 * import { RestResource } from "@espalier/espalier/rest";
 * import { t } from "@espalier/espalier";
 *
 * class Books {
 *   @RestResource({ path: "by-title", rel: "byTitle", params: { title: t.string } })
 *   findByTitle(title: string): Promise<string[]> {
 *     return Promise.resolve([title]);
 *   }
 * }
 * console.log(await new Books().findByTitle("Emma")); // ["Emma"]
 * ```
 */
export function RestResource(options: SearchOptions = {}): (...call: MemberDecoratorCall) => void {
  requireCalled("RestResource", options);
  return (...call) => {
    recordMember<RecordedSearch>(restResource, call, (method) => ({ method, options }));
  };
}

/**
 * The query methods that decorators exported.
 *
 * @param repository a repository
 * @returns options by method name
 */
export function recordedSearches(repository: object): Map<string, SearchOptions> {
  const recorded = recordedFor<RecordedSearch>(restResource, repository.constructor as never);
  return new Map(recorded.map(({ method, options }) => [method, options]));
}
