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
  type AuditAroundOptions,
  type AuditedActions,
  type AuditEntry,
  type AuditFilter,
  AuditLog,
  type AuditOutcome,
  type AuditRecord,
  AuditUnavailableError,
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
  type PropertyRule,
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
export { type CookieSessionOptions, CookieSessions, cookieSessions } from "./schemes/cookie_sessions.ts";
export type { RedisSessionOptions } from "./sessions/redis_sessions.ts";
export type { SessionStore, StoredSession } from "./sessions/session_store.ts";
export { jwt, type JwtAlgorithm, type JwtOptions } from "./schemes/jwt.ts";
export { type OpaqueTokenOptions, opaqueTokens } from "./schemes/opaque_tokens.ts";
export { hashPassword } from "./schemes/password_hash.ts";
export type { ClaimNames } from "./tokens/granted_by_claims.ts";
export { audit, AuditListener, type AuditOptions } from "./audit/feature.ts";
export { AuditEvent, type AuditEventParts } from "./audit/audit_event.ts";
export type { AuthenticationEvents } from "./audit/audited_authentications.ts";
export { type PropertyRules, propertyRules } from "./property_rules.ts";
export { rowRules } from "./row_rules.ts";
export { budget, type BudgetClient, type BudgetOptions } from "./budget/feature.ts";
export type { RedisBudgetOptions } from "./budget/redis_buckets.ts";
export { security } from "./feature.ts";
export { visibility } from "./visibility.ts";
export type { SecurityOptions } from "./security_options.ts";
