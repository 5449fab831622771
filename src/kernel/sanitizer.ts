import { percentDecoded } from "./percent_decoded.ts";

/** The replacement of a hidden value. */
export const maskedValue = "******";

/** Words in the names of keys whose values are credentials; compared without case and punctuation. */
const secretWords = [
  "password",
  "passwd",
  "passphrase",
  "secret",
  "token",
  "credential",
  "apikey",
  "accesskey",
  "privatekey",
  "signingkey",
  "encryptionkey",
  "masterkey",
  "signature",
  "authorization",
  "cookie",
  "session",
  "bearer",
  "salt",
  "otlpheaders",
  "otlptracesheaders",
  "otlpmetricsheaders",
  "otlplogsheaders",
  "connectionstring",
  "vcapservices",
];

/**
 * Short words that are secret only as a part of their own: `DB_PASS`, not `COMPASS`; `DB_PWD`, not the folder `PWD`.
 */
const secretParts = /(^|[^a-z])(pass|pin|sig|auth|jwt|pat|dsn|key|keys)($|[^a-z])|[a-z\d][^a-z]pwd($|[^a-z])/;

/**
 * Whether the name of a key indicates a secret value: `DB_PASSWORD`, `apiKey`, `x-auth-token`.
 *
 * @param name of a variable, property, header or parameter
 *
 * @example
 * ```ts
 * import { isSecretName } from "@espalier/espalier";
 *
 * console.log(isSecretName("SHOP_API_KEY"), isSecretName("SHOP_NAME")); // true false
 * ```
 */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  const plain = words.replaceAll(/[^a-z\d]/g, "");
  return secretWords.some((word) => plain.includes(word)) || secretParts.test(words);
}

/**
 * Hides secrets in a value that is shown to operators: the whole value if the name of its key indicates a secret, and
 * in strings the passwords of URLs, URL parameters with secret names, and tokens.
 *
 * @param name the key's name
 * @param value any value; lists and objects are copied, with the names of their own keys
 * @returns the value without secrets
 *
 * @example
 * ```ts
 * import { sanitized } from "@espalier/espalier";
 *
 * console.log(sanitized("DATABASE_URL", "postgres://shop:hunter2@db/shop")); // "postgres://shop:******@db/shop"
 * ```
 */
export function sanitized(name: string, value: unknown): unknown {
  return sanitizedWithin(name, value, 8);
}

function sanitizedWithin(name: string, value: unknown, depth: number): unknown {
  // Booleans and numbers, such as `maxTokens`, are no secrets.
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (isSecretName(name)) return isEmpty(value) ? value : maskedValue;
  if (typeof value === "string") return sanitizedText(value);
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return sanitizedText(value.href);
  if (depth === 0) return maskedValue;
  if (Array.isArray(value)) return value.map((item) => sanitizedWithin(name, item, depth - 1));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, each]) => [key, sanitizedWithin(key, each, depth - 1)]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && Object.keys(value as object).length === 0);
}

/**
 * Hides the secrets within a string: passwords of URLs, values of parameters with secret names, tokens.
 *
 * @param text any string
 */
export function sanitizedText(text: string): string {
  return text
    // Up to the last @, as clients that do not encode passwords write them; digits before a path are a port.
    .replaceAll(
      /([a-z][a-z\d+.-]{0,31}:\/\/)([^/?#\s:@]{0,256}):(?!\d+(?:[/?#\s]|$))(\S{0,512})@/gi,
      `$1$2:${maskedValue}@`,
    )
    // A name as long as this is a token.
    .replaceAll(/([a-z][a-z\d+.-]{0,31}:\/\/)[^/?#\s:@]{16,512}@/gi, `$1${maskedValue}@`)
    .replaceAll(
      /"([^"\\]{1,100})"(\s{0,8}:\s{0,8})"(?:[^"\\]|\\.)*"/g,
      (pair, key, colon) => isSecretName(key) ? `"${key}"${colon}"${maskedValue}"` : pair,
    )
    .replaceAll(
      /([?&;#\s]|^)([^?&;=#\s]+)=([^&;#\s]+)/g,
      (pair, before, key) => isSecretName(percentDecoded(key) ?? key) ? `${before}${key}=${maskedValue}` : pair,
    )
    .replaceAll(/\b(Bearer|Basic|Digest|token)\s+[\w.~+/=-]{8,}/gi, `$1 ${maskedValue}`)
    .replaceAll(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, maskedValue)
    .replaceAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*/g, maskedValue);
}
