import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";

/** Answers the requests of one kind of path. */
export interface Resource {
  /** The supported methods apart from `OPTIONS`. */
  readonly methods: readonly string[];
  /**
   * Returns the methods at one path, if paths of this kind differ.
   *
   * @param variables the path's variables
   */
  methodsAt?(variables: PathVariables): readonly string[];
  /**
   * Answers a request.
   *
   * @param exchange the request
   * @param variables the path's variables
   * @returns the response, or `undefined` when the path does not belong to this resource
   */
  handle(exchange: HttpExchange, variables: PathVariables): MaybePromise<Response | undefined>;
}
