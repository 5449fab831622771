import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";

/** Answers the requests of one kind of path. */
export interface Resource {
  /** The methods that clients may use, beside `OPTIONS`. */
  readonly methods: readonly string[];
  /**
   * The methods at one path, where paths of this kind differ.
   *
   * @param variables the path's variables
   */
  methodsAt?(variables: PathVariables): readonly string[];
  /**
   * Answers a request.
   *
   * @param exchange the request
   * @param variables the path's variables
   * @returns the answer, or `undefined` when the path is none of this resource's
   */
  handle(exchange: HttpExchange, variables: PathVariables): MaybePromise<Response | undefined>;
}
