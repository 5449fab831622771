/** A file of a multipart request can't be read. Clients receive the message, as `BAD_REQUEST`. */
export class UploadError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = "UploadError";
}
