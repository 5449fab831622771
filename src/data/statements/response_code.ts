/** The code that a database gives to a failure; `undefined` where it gave none. */
export function responseCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno } = error as { readonly code?: unknown; readonly errno?: unknown };
  if (typeof code === "string") {
    // SQLSTATE has a digit, which tells it from codes of the operating system such as EPIPE.
    if (/^[\dA-Z]{5}$/.test(code) && /\d/.test(code)) return code;
    if (code.startsWith("ER_") && typeof errno === "number") return String(errno);
  }
  return responseCode(error.cause);
}
