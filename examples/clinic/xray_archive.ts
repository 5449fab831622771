/** Stores images in memory; a real clinic would stream them into an object store. */
export class XrayArchive {
  readonly #images = new Map<string, Uint8Array>();

  /**
   * Reads an image as it arrives, and stores it under the id of its record, not under the file's name, which is user input.
   *
   * @param id the id of the record
   * @param file the uploaded file
   * @returns its size in bytes
   */
  async keep(id: string, { stream }: { readonly stream: ReadableStream<Uint8Array> }): Promise<number> {
    const image = new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
    this.#images.set(id, image);
    return image.length;
  }
}
