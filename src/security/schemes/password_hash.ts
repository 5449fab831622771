import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Work factors of scrypt: 32 MiB and about 80 ms, as OWASP recommends for this amount of memory. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

const maxPasswordLength = 1_024;

const form = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,64})\$([\w-]{43,88})$/;

interface PasswordHash {
  readonly work: typeof cost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/**
 * Hashes a password by scrypt, with a random salt.
 *
 * @param password at most 1,024 characters
 * @returns a string for a configuration or a database
 * @throws TypeError when the password is empty or too long
 *
 * @example
 * ```ts
 * import { hashPassword } from "@espalier/espalier/security";
 *
 * console.log((await hashPassword("correct horse battery staple")).split("$")[0]); // "scrypt"
 * ```
 */
export async function hashPassword(password: string): Promise<string> {
  if (typeof password !== "string" || password === "" || password.length > maxPasswordLength) {
    throw new TypeError(`Cannot hash a password as it must have 1 to ${maxPasswordLength} characters`);
  }
  const salt = randomBytes(16);
  const hash = await derived(password, salt, { ...cost, length: 32 });
  const { N, r, p } = cost;
  return ["scrypt", Math.log2(N), r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/**
 * Reads the hash of a password.
 *
 * @param text from {@linkcode hashPassword}
 * @returns the hash, or `undefined` if the string is malformed
 */
export function readPasswordHash(text: string): PasswordHash | undefined {
  const [, n, r, p, salt, hash] = form.exec(text) ?? [];
  if (n === undefined || Number(n) > 20 || Number(n) < 1) return undefined;
  const work = { ...cost, N: 2 ** Number(n), r: Number(r), p: Number(p), maxmem: 256 * 2 ** Number(n) * Number(r) };
  return { work, salt: Buffer.from(salt!, "base64url"), hash: Buffer.from(hash!, "base64url") };
}

/**
 * Returns a hash that matches no password, with the work factors of the others, so that a comparison takes as long.
 *
 * @param others hashes of known users; of several work factors the most expensive are used
 */
export function unknownPassword(others: readonly PasswordHash[]): PasswordHash {
  const priceOf = ({ N, r, p }: typeof cost) => N * r * p;
  const [dearest] = others.map(({ work }) => work).sort((a, b) => priceOf(b) - priceOf(a));
  return { work: dearest ?? cost, salt: randomBytes(16), hash: randomBytes(32) };
}

/**
 * Compares a password with a hash in constant time.
 *
 * @param password as the client sent it
 * @param expected the hash
 */
export async function isPassword(password: string, { work, salt, hash }: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derived(password, salt, { ...work, length: hash.length }), hash);
}

function derived(
  password: string,
  salt: Buffer,
  { length, ...work }: typeof cost & { readonly length: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFC"), salt, length, work, (error, key) => error ? reject(error) : resolve(key))
  );
}
