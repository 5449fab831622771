import type { MaybePromise } from "../../kernel/mod.ts";
import { readFileResource, readUrlResource } from "./resource_loading.ts";

/** A readable text: a schema file, a page on the network, a string in memory, or a custom implementation. */
export interface Resource {
  /** Names the resource in messages, for example a path or a URL. */
  readonly description: string;
  /**
   * Reads the text.
   *
   * @throws Error when the text can't be read
   */
  text(): MaybePromise<string>;
}

/** The built-in kinds of {@linkcode Resource}. */
export interface ResourceFactory {
  /**
   * A text in memory.
   *
   * @param description names the resource in messages
   * @param text the text itself
   */
  text(description: string, text: string): Resource;
  /**
   * A file.
   *
   * @param path a path, relative to the working directory, or a `file:` URL
   */
  file(path: string | URL): Resource;
  /**
   * The content of a URL: `file:`, `http:`, `https:` or `data:`.
   *
   * @param url an absolute URL
   */
  url(url: string | URL): Resource;
}

/**
 * Creates resources.
 *
 * @example
 * ```ts
 * import { Resource } from "@espalier/espalier/graphql";
 *
 * const schema = Resource.text("hello", "type Query { greeting: String! }");
 * console.log(schema.description, await schema.text());
 * ```
 */
export const Resource: ResourceFactory = {
  text: (description, text) => ({ description, text: () => text }),
  file: (path) => ({ description: String(path), text: () => readFileResource(path) }),
  url: (url) => {
    const target = new URL(url);
    const read = target.protocol === "file:" ? readFileResource : readUrlResource;
    return { description: target.href, text: () => read(target) };
  },
};
