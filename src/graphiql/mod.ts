/**
 * GraphiQL, served by the application itself: nothing is loaded from elsewhere.
 *
 * @module
 */

export * from "./feature.ts";
export * from "./graphiql_handler.ts";
