import { Buffer } from "node:buffer";
import type { EspalierProperties } from "../../../kernel/mod.ts";
import { RequestRefusal } from "../request_refusal.ts";
import type { FormParser, loadFormParser } from "./deps.ts";
import { IncomingFiles } from "./incoming_files.ts";
import { UploadError } from "./upload_error.ts";
import { jsonOf, placeUpload, type UploadMap, uploadMap } from "./upload_map.ts";

/** One multipart request while it arrives: the parts `operations` and `map` first, then the files. */
export class UploadRequest {
  readonly #properties: EspalierProperties;
  readonly #parser: FormParser;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #operations = Promise.withResolvers<unknown>();
  #value: unknown;
  #map: UploadMap | undefined;
  #files: IncomingFiles | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Starts reading.
   *
   * @param request the request
   * @param formParser parses its body
   * @param properties the limits
   * @throws RequestRefusal when its content type has no boundary
   */
  constructor(
    request: Request,
    formParser: Awaited<ReturnType<typeof loadFormParser>>,
    properties: EspalierProperties,
  ) {
    this.#properties = properties;
    try {
      this.#parser = formParser({
        headers: { "content-type": request.headers.get("content-type")! },
        isPartAFile: (name) => name !== "operations" && name !== "map",
        limits: this.#limits(),
      });
    } catch {
      throw new RequestRefusal(400, "Cannot read the form as its content type must have a boundary");
    }
    this.#operations.promise.catch(() => {});
    this.#listen();
    this.#reader = request.body?.getReader();
    this.#limitWait();
    void this.#pump();
  }

  /**
   * Waits for the parts `operations` and `map`.
   *
   * @returns the value of `operations`
   * @throws RequestRefusal when they are missing or can't be read
   */
  operations(): Promise<unknown> {
    return this.#operations.promise;
  }

  /**
   * Puts the files into the variables.
   *
   * @param operations the value of the part, which is changed
   * @throws RequestRefusal when a path of the map is not in the variables
   */
  place(operations: unknown): void {
    for (const [key, paths] of this.#map!) {
      const upload = this.#files!.upload(key);
      for (const path of paths) placeUpload(operations, path, upload);
    }
  }

  /** Stops reading. */
  close(): void {
    clearTimeout(this.#timer);
    this.#files?.close();
    // A body that ended or failed can't be cancelled.
    this.#reader?.cancel().catch(() => {});
    this.#parser.removeAllListeners();
    this.#parser.on("error", () => {});
    this.#parser.destroy();
  }

  #limits() {
    const { http, graphql } = this.#properties;
    return {
      fields: 2,
      fieldSize: http.maxBodyBytes,
      files: graphql.maxUploadFiles,
      // The parser does not report a file of exactly the limit.
      fileSize: graphql.maxUploadFileBytes,
      parts: graphql.maxUploadFiles + 2,
      headerPairs: 20,
      headerSize: 8_192,
    };
  }

  #listen(): void {
    const { maxUploadFiles, maxUploadFileBytes } = this.#properties.graphql;
    this.#parser.on("field", (...[name, value, , isTruncated]) => this.#field(name, value, isTruncated));
    this.#parser.on("file", (...[key, stream, name, , type]) => {
      const file = this.#files?.begin(key, String(name ?? "").slice(0, 255), type.slice(0, 255));
      if (this.#files === undefined) this.#fail(400, 'the parts "operations" and "map" must come before the files');
      stream.on("data", (chunk: Uint8Array<ArrayBuffer>) => file?.add(new Uint8Array(chunk)));
      stream.on(
        "limit",
        () => file?.fail(new UploadError(`Cannot read the file as it must have at most ${maxUploadFileBytes} bytes`)),
      );
      stream.on("end", () => file?.complete());
      stream.on("error", () => {});
    });
    this.#parser.on("filesLimit", () => this.#fail(413, `there must be at most ${maxUploadFiles} files`));
    this.#parser.on("partsLimit", () => this.#fail(413, `there must be at most ${maxUploadFiles + 2} parts`));
    this.#parser.on("fieldsLimit", () => this.#fail(400, 'it must have the parts "operations", "map" and files alone'));
    this.#parser.on("error", () => this.#fail(400, "it must be a complete multipart form"));
  }

  #field(name: string, value: string, isTruncated: boolean): void {
    try {
      if (isTruncated) {
        throw new RequestRefusal(
          413,
          `Cannot read the part "${name}" as it must have at most ${this.#properties.http.maxBodyBytes} bytes`,
        );
      }
      if (name === "operations") this.#value = jsonOf(name, value);
      else if (this.#value === undefined) this.#fail(400, 'the part "operations" must come first');
      else {
        this.#map = uploadMap(value, this.#properties.graphql.maxUploadFiles);
        this.#files = new IncomingFiles(this.#map.keys(), this.#properties.graphql.maxUploadBufferBytes);
        this.#operations.resolve(this.#value);
      }
    } catch (error) {
      this.#operations.reject(error);
    }
  }

  #fail(status: number, need: string): void {
    this.#operations.reject(new RequestRefusal(status, `Cannot read the form as ${need}`));
    this.#files?.end(new UploadError(`Cannot read the file as ${need}`));
  }

  async #pump(): Promise<void> {
    try {
      for (;;) {
        // The timeout does not run while the service does not read the files.
        if (this.#files !== undefined) clearTimeout(this.#timer);
        await this.#files?.roomForMore();
        if (this.#files?.isOver) return;
        const chunk = await this.#next();
        if (chunk === undefined) break;
        await this.#write(chunk);
      }
      await this.#finish();
    } catch {
      this.#fail(400, "the request ended early");
      return;
    }
    this.#fail(400, "the part was not sent");
  }

  /**
   * Waits for the client: at most `http.bodyTimeoutMs` for the first parts in total, then for each chunk of the files.
   */
  async #next(): Promise<Uint8Array | undefined> {
    if (this.#reader === undefined) return undefined;
    if (this.#files !== undefined) this.#limitWait();
    return (await this.#reader.read()).value;
  }

  #limitWait(): void {
    clearTimeout(this.#timer);
    const { bodyTimeoutMs } = this.#properties.http;
    this.#timer = setTimeout(() => {
      this.#fail(408, `more of it must arrive within ${bodyTimeoutMs} ms`);
      this.#reader?.cancel().catch(() => {});
    }, bodyTimeoutMs);
  }

  #write(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parser.write(
        Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
        (error) => error ? reject(error) : resolve(),
      );
    });
  }

  #finish(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parser.once("finish", () => resolve());
      this.#parser.once("error", reject);
      this.#parser.end();
    });
  }
}
