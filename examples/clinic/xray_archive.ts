/** Keeps images in memory; a clinic would stream them into object storage. */
export class XrayArchive {
  readonly #images = new Map<string, Uint8Array>();

  /**
   * Reads an image as it arrives, and keeps it under the id of its record: names and types of files are input.
   *
   * @param id of the record
   * @param file what the client sends
   * @returns its size in bytes
   */
  async keep(id: string, { stream }: { readonly stream: ReadableStream<Uint8Array> }): Promise<number> {
    const image = new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
    this.#images.set(id, image);
    return image.length;
  }
}
