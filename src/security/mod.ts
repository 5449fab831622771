/**
 * Security: authentication by bearer tokens, keys, passwords or sessions, and authorization by rules of
 * paths, fields, rows and properties. With audit records, budgets and visibility profiles.
 *
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { authenticated, jwt, security } from "@espalier/espalier/security";
 *
 * const tokens = jwt({ issuer: "https://id.example.com", audience: "orders" });
 * const feature = security({ schemes: [tokens], paths: { "/{*path}": authenticated() } });
 * await using app = await createApp(createContainer(feature));
 * const response = await app.fetch(new Request("http://localhost/orders"));
 * console.log(response.status, response.headers.get("www-authenticate")); // 401 'Bearer realm="service"'
 * ```
 *
 * - Feature: {@linkcode security}. Schemes: {@linkcode jwt}, {@linkcode opaqueTokens}, {@linkcode apiKeys},
 *   {@linkcode basic}, {@linkcode cookieSessions}.
 * - Rules: {@linkcode requires}, {@linkcode hasRole}, {@linkcode rule}, {@linkcode allOf}, {@linkcode Secured},
 *   {@linkcode rowRules}, {@linkcode propertyRules}.
 * - The caller: {@linkcode Authentication}, {@linkcode Principal}. Errors: {@linkcode AccessDeniedError},
 *   {@linkcode AuthenticationError}.
 * - Also: {@linkcode audit}, {@linkcode budget}, {@linkcode visibility}.
 *
 * Read on: `docs/security.md`, `docs/audit.md`, `docs/budgets.md`, `docs/visibility.md` in the repository.
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
