import { decode, type Decoder } from "../../client/mod.ts";
import { parseValuePath, valueAt } from "../../kernel/mod.ts";
import { assertEquals, AssertionError } from "../../std/assert/mod.ts";
import { firstDifference } from "../json_subset.ts";
import type { TemplateValues } from "./uri_template_expansion.ts";

/** A link of a HAL document. */
export interface HalLink {
  /** The address, or its template. */
  readonly href: string;
  /** Whether the address is a template. */
  readonly templated?: boolean;
}

/** Reads the documents that links lead to. */
export interface LinkFollower {
  /**
   * Reads a document.
   *
   * @param href a path or an address; may be a template
   * @param values for the template's variables
   */
  get(href: string, values?: TemplateValues): Promise<HalResource>;
}

/** A HAL document, or one that is embedded in another: its properties, links and embedded documents. */
export class HalResource {
  /** The document as it arrived. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The URL of the document. */
  readonly url: string;
  readonly #tester: LinkFollower;

  /**
   * Creates the resource.
   *
   * @param tester follows the links
   * @param url the URL of the document
   * @param body the document
   */
  constructor(tester: LinkFollower, url: string, body: Readonly<Record<string, unknown>>) {
    this.#tester = tester;
    this.url = url;
    this.body = body;
  }

  /** The relations of all links. */
  get relations(): readonly string[] {
    return Object.keys(Object(this.body._links));
  }

  /** The counts of a paged collection, or `undefined`. */
  get page(): { size: number; totalElements: number; totalPages: number; number: number } | undefined {
    return this.body.page as ReturnType<() => HalResource["page"]>;
  }

  /** Whether there is a link of the relation. */
  hasLink(relation: string): boolean {
    return this.relations.includes(relation);
  }

  /**
   * The link of a relation; the first, when there are several.
   *
   * @throws AssertionError if there is none, naming the existing ones
   */
  link(relation: string): HalLink {
    const links = [(this.body._links as Record<string, HalLink | HalLink[]> | undefined)?.[relation] ?? []].flat();
    if (links[0] !== undefined) return links[0];
    this.#fail(`Expected a link "${relation}": there are ${this.relations.join(", ") || "none"}`);
  }

  /**
   * Follows a link and reads the document.
   *
   * @param relation the link's relation
   * @param values for the variables of a templated link; variables without a value are removed
   */
  follow(relation: string, values: TemplateValues = {}): Promise<HalResource> {
    return this.#tester.get(this.link(relation).href, values);
  }

  /**
   * The embedded documents of a relation; of the only relation by default.
   *
   * @throws AssertionError if there is no such relation
   */
  embedded(relation?: string): readonly HalResource[] {
    const all = Object(this.body._embedded) as Record<string, unknown>;
    const names = Object.keys(all);
    const name = relation ?? (names.length === 1 ? names[0]! : "");
    if (!Object.hasOwn(all, name)) this.#fail(`Expected embedded "${name}": there are ${names.join(", ") || "none"}`);
    return [all[name]].flat().map((body) => new HalResource(this.#tester, this.url, Object(body)));
  }

  /**
   * Reads a property as a given type.
   *
   * @param path for example `"address.city"`
   * @param decoder a descriptor such as `t.string`, a class, a Standard Schema or a type guard
   */
  property<T>(path: string, decoder: Decoder<T>): T {
    return decode(valueAt(this.body, parseValuePath(path)), decoder);
  }

  /**
   * Reads the document as a given type, without links and embedded documents.
   *
   * @param decoder a class, a Standard Schema, a descriptor
   */
  toEntity<T>(decoder: Decoder<T>): T {
    const { _links, _embedded, ...properties } = this.body;
    return decode(properties, decoder);
  }

  /** Fails unless the document contains the given JSON; it may have further properties. */
  matchesJson(expected: unknown): this {
    const difference = firstDifference(this.body, expected, "");
    if (difference !== undefined) this.#fail(`Expected a match: ${difference}`);
    return this;
  }

  /** Fails unless the document has exactly these links, in any order. */
  hasExactlyLinks(...relations: readonly string[]): this {
    assertEquals([...this.relations].sort(), [...relations].sort(), `links of ${this.url}`);
    return this;
  }

  /** This page and all that follow it by `next`. */
  async *pages(): AsyncGenerator<HalResource, void, undefined> {
    yield this;
    for (let page = await this.#next(); page !== undefined; page = await page.#next()) yield page;
  }

  async #next(): Promise<HalResource | undefined> {
    return this.hasLink("next") ? await this.follow("next") : undefined;
  }

  #fail(message: string): never {
    throw new AssertionError(`${message}\nDocument: ${this.url}`);
  }
}
