/**
 * The GraphQL execution layer.
 *
 * @module
 */

export * from "../context/mod.ts";
export * from "./controllers/mod.ts";
export * from "./engine/mod.ts";
export * from "./execution/mod.ts";
export { graphql } from "./feature.ts";
export type { SchemaOptions } from "./build_source.ts";
export * from "./inspection/mod.ts";
export * from "./interception/mod.ts";
export * from "./pagination/mod.ts";
export * from "./repositories/mod.ts";
export * from "./transport/mod.ts";
export * from "./wiring/mod.ts";
export { GraphQLDirective, GraphQLError, GraphQLScalarType, GraphQLSchema } from "../../deps.ts";
