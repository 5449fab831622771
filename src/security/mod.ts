/**
 * Who makes a request, and what that one may do: bearer tokens, API keys and passwords, and rules.
 *
 * @module
 */

export {
  AccessDeniedError,
  type AccessDeniedErrorOptions,
  type AccessPredicate,
  AccessReport,
  type AccessRequest,
  type AccessRule,
  allOf,
  anyOf,
  asSystem,
  authenticated,
  Authentication,
  AuthenticationError,
  type AuthenticationErrorOptions,
  type AuthenticationOptions,
  batchedRule,
  denyAll,
  hasRole,
  not,
  permitAll,
  Principal,
  type PrincipalParts,
  type RefusedValue,
  requires,
  rule,
  Secured,
  type SecuredDecorator,
  type SecuredOptions,
  type VisibilityOptions,
  type VisibilityProfile,
  type WayIn,
} from "../context/mod.ts";
export { type CredentialSource, RequestAuthenticator } from "../http/mod.ts";
export type { AuthenticationScheme, SchemePlatform } from "./pipeline/authentication_scheme.ts";
export { CredentialsError, type CredentialsRefusal } from "./pipeline/credentials_error.ts";
export { type ApiKeyOptions, apiKeys, createApiKey, type NewApiKey, type StoredApiKey } from "./schemes/api_keys.ts";
export { basic, type BasicOptions, type BasicUser } from "./schemes/basic.ts";
export { jwt, type JwtAlgorithm, type JwtOptions } from "./schemes/jwt.ts";
export { type OpaqueTokenOptions, opaqueTokens } from "./schemes/opaque_tokens.ts";
export { hashPassword } from "./schemes/password_hash.ts";
export type { ClaimNames } from "./tokens/granted_by_claims.ts";
export { rowRules } from "./row_rules.ts";
export { budget, type BudgetClient, type BudgetOptions } from "./budget/feature.ts";
export type { RedisBudgetOptions } from "./budget/redis_buckets.ts";
export { security } from "./feature.ts";
export { visibility } from "./visibility.ts";
export type { SecurityOptions } from "./security_options.ts";
