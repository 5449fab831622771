/** Thrown where a request has to be authenticated and is not. Clients get `UNAUTHORIZED`, without the message. */
export class AuthenticationError extends Error {
  override readonly name = "AuthenticationError";
}
