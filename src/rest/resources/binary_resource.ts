import { eTag } from "@std/http/etag";
import { type BodyReader, type HttpExchange, type PathVariables, problem } from "../../http/mod.ts";
import { describeValue } from "../../kernel/mod.ts";
import type { Binary } from "../export/binary.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { failedPrecondition } from "../hal/entity_validators.ts";
import { otherMethod } from "./allowed_methods.ts";
import type { ItemWrites } from "./item_writes.ts";
import { notFound } from "./not_found.ts";
import { readRule, requireOperation } from "./operation_rules.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** Media types that browsers only show: all others could hold scripts, or start programs. */
const shownTypes = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** Headers that keep browsers from executing bytes of clients as a page of this origin. */
const guarded = {
  "cache-control": "private, no-cache",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** `/<collection>/<id>/<property>`: the bytes of one property. */
export class BinaryResource implements Resource {
  readonly methods: readonly string[];
  readonly #collection: ExportedCollection;
  readonly #binary: Binary;
  readonly #writes: ItemWrites;
  readonly #bodies: BodyReader;

  /**
   * @param context configuration
   * @param collection the items' collection
   * @param parts the property, and what changes items
   */
  constructor(
    context: RestContext,
    collection: ExportedCollection,
    { binary, writes }: { readonly binary: Binary; readonly writes: ItemWrites },
  ) {
    this.#collection = collection;
    this.#binary = binary;
    this.#writes = writes;
    this.#bodies = context.bodiesUpTo(binary.maxBytes);
    const isWritable = collection.writable.update && !binary.field.readOnly;
    this.methods = [
      ...(collection.isReadable ? ["GET", "HEAD"] : []),
      ...(isWritable ? ["PUT"] : []),
      ...(isWritable && binary.field.nullable ? ["DELETE"] : []),
    ];
  }

  async handle(exchange: HttpExchange, { id: idText }: PathVariables): Promise<Response> {
    const { method, headers } = exchange.request;
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    const id = this.#collection.idFrom(idText!);
    if (id === undefined) return notFound(exchange);
    if (method === "GET" || method === "HEAD") return await this.#read(exchange, id);
    // The validator is a hash of the bytes: clients that may not read them must not test guesses against it.
    if (headers.has("if-match") || headers.has("if-none-match")) {
      await requireOperation(readRule(this.#collection), exchange);
    }
    return method === "PUT" ? await this.#replace(exchange, id) : await this.#write(exchange, id, null);
  }

  async #read(exchange: HttpExchange, id: unknown): Promise<Response> {
    const { field, typeField } = this.#binary;
    const select = [field.property, ...(typeField === undefined ? [] : [typeField.property])];
    const entity = await this.#collection.items.findById!(id, { select });
    const bytes = entity === null ? undefined : this.#bytesOf(entity);
    if (entity === null || bytes === undefined) return notFound(exchange);
    const etag = await eTag(bytes) as string;
    const status = failedPrecondition(exchange.request, { etag });
    if (status !== undefined) return new Response(null, { status, headers: { ...guarded, etag } });
    const type = this.#typeOf(entity);
    const headers = {
      ...guarded,
      etag,
      "content-type": type,
      "content-disposition": shownTypes.test(type) ? "inline" : "attachment",
    };
    return exchange.request.method === "HEAD"
      ? new Response(null, { headers: { ...headers, "content-length": String(bytes.length) } })
      : new Response(bytes, { headers });
  }

  async #replace(exchange: HttpExchange, id: unknown): Promise<Response> {
    const { request } = exchange;
    const { mediaTypes, field } = this.#binary;
    const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
    if (!mediaTypes.includes(type)) {
      const detail = `Cannot take "${field.name}" as its media type must be one of ${mediaTypes.join(", ")}: ` +
        `current value is ${describeValue(type)}`;
      return problem({ status: 415, detail, headers: { accept: mediaTypes.join(", ") } });
    }
    return await this.#write(exchange, id, { bytes: await this.#bodies.bytes(request), type });
  }

  async #write(exchange: HttpExchange, id: unknown, sent: SentBytes | null): Promise<Response> {
    const { field, typeField } = this.#binary;
    const json: Record<string, unknown> = { [field.name]: sent === null ? null : sent.bytes.toBase64() };
    const fields = [field];
    // Without bytes, a media type that can't be null becomes empty.
    if (typeField !== undefined && (sent !== null || typeField.nullable)) {
      json[typeField.name] = sent?.type ?? null;
      fields.push(typeField);
    }
    const refusal = async (entity: object) => await this.#refusal(exchange.request, this.#bytesOf(entity));
    const written = await this.#writes.changeFields(exchange, id, { json, fields, refusal });
    if (written instanceof Response) return written;
    return new Response(null, {
      status: 204,
      headers: sent === null ? {} : { etag: await eTag(sent.bytes) as string },
    });
  }

  async #refusal(request: Request, bytes: Uint8Array | undefined): Promise<Response | undefined> {
    const etag = bytes === undefined ? undefined : await eTag(bytes);
    const failed = failedPrecondition(request, etag === undefined ? undefined : { etag });
    if (failed === undefined) return undefined;
    return problem({ status: failed, detail: "The bytes are not in the state that the request names" });
  }

  /** Described properties are read by name. */
  #bytesOf(entity: object): Uint8Array<ArrayBuffer> | undefined {
    const value = (entity as Record<string, unknown>)[this.#binary.field.property];
    return value instanceof Uint8Array ? value as Uint8Array<ArrayBuffer> : undefined;
  }

  /** Uses a stored media type only if the options permit it. */
  #typeOf(entity: object): string {
    const { typeField, mediaTypes } = this.#binary;
    const type = typeField === undefined ? mediaTypes[0] : (entity as Record<string, unknown>)[typeField.property];
    return typeof type === "string" && mediaTypes.includes(type) ? type : "application/octet-stream";
  }
}

interface SentBytes {
  readonly bytes: Uint8Array;
  readonly type: string;
}
