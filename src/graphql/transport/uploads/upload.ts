import { describeType } from "../../../kernel/mod.ts";

/** A file of a multipart request once its part has begun to arrive. */
export interface UploadedFile {
  /** The name that the client gave it, without folders. It is input: never a path to write to. */
  readonly name: string;
  /** The media type that the client claims, such as `image/png`. */
  readonly type: string;
  /**
   * The content, read from the connection at the speed of its reader.
   *
   * It fails with {@linkcode UploadError} when the client disconnects, the file is larger than
   * `graphql.maxUploadFileBytes`, or the operation ends.
   */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * The value of an argument of type `Upload`: a file that the client sends after the operation.
 *
 * Open files in the order in which the client sends them: files before an opened one are buffered in memory, up
 * to `graphql.maxUploadBufferBytes`. Unread files are discarded when the operation ends.
 *
 * @example
 * ```ts
 * import { MutationMapping, param, t } from "@espalier/espalier";
 * import { Upload } from "@espalier/espalier/graphql";
 *
 * class PhotoController {
 *   @MutationMapping({ params: [param.argument("photo", t.object(() => Upload))], returns: t.int })
 *   async addPhoto(photo: Upload): Promise<number> {
 *     const { stream } = await photo.open();
 *     let bytes = 0;
 *     for await (const chunk of stream) bytes += chunk.length;
 *     return bytes;
 *   }
 * }
 * ```
 */
export abstract class Upload {
  /**
   * Waits until the file begins to arrive.
   *
   * @returns its name, its type and its content
   * @throws UploadError when it was opened before, was not sent, or can't be waited for
   */
  abstract open(): Promise<UploadedFile>;
}

describeType(Upload, {});
