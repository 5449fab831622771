import { type EspalierProperties, percentDecoded } from "../kernel/mod.ts";

/** Parameters with credentials, by their names in lower case. */
const credentials = ("access_token refresh_token id_token client_secret api_key apikey password sig signature " +
  "awsaccesskeyid x-amz-credential x-amz-security-token x-amz-signature x-goog-signature").split(" ");

/** Parameters of GraphQL requests with client data, and the token of an event stream's reservation. */
const ofGraphQl = ["query", "variables", "extensions", "token"];

/** Redacts query strings for spans: hides documents with client data, and credentials. */
export class RecordedQuery {
  readonly #graphQlPaths: ReadonlySet<string>;
  readonly #hidden: ReadonlySet<string> = new Set(credentials);
  readonly #hiddenOfGraphQl: ReadonlySet<string>;

  /** @param properties GraphQL's paths, and whether documents are recorded */
  constructor({ graphql, tracing }: Pick<EspalierProperties, "graphql" | "tracing">) {
    this.#graphQlPaths = new Set([graphql.path, graphql.graphiqlPath]);
    const names = ofGraphQl.filter((name) => name !== "query" || !tracing.includeDocument);
    this.#hiddenOfGraphQl = new Set([...credentials, ...names]);
  }

  /**
   * Returns the query string with `REDACTED` in place of confidential values.
   *
   * @param path of the request
   * @param search of the request: `""`, or a string that begins with a question mark
   */
  of(path: string, search: string): string {
    const hidden = this.#graphQlPaths.has(path) ? this.#hiddenOfGraphQl : this.#hidden;
    return search.slice(1).split("&").map((parameter) => {
      const end = parameter.indexOf("=");
      const name = end < 0 ? parameter : parameter.slice(0, end);
      // Decode the name, which may be escaped in several ways; an invalid escape can't be a known name.
      return end >= 0 && hidden.has(percentDecoded(name)?.toLowerCase() ?? name) ? `${name}=REDACTED` : parameter;
    }).join("&");
  }
}
