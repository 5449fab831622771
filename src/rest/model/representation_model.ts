import { type Link, linkTo } from "../hal/link.ts";
import type { HalFormsProperty } from "../forms/hal_forms_property.ts";

/** Something that a client can do, as its state allows. */
export interface Action {
  /** The request's method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The URI of the request, absolute or relative to the document with the action. */
  readonly target: string;
  /** A label for humans. */
  readonly title?: string;
  /** The media type of the request's body; by default JSON. */
  readonly contentType?: string;
  /** The fields of the form. */
  readonly fields?: readonly HalFormsProperty[];
}

/** The additions of processors to one document. */
export interface Additions {
  /** Links, by relation. */
  readonly links: ReadonlyMap<string, readonly Link[]>;
  /** Embedded documents, by relation. */
  readonly embedded: ReadonlyMap<string, readonly unknown[]>;
  /** Actions, by name. */
  readonly actions: ReadonlyMap<string, Action>;
}

/**
 * A document that processors add to. What several add under one relation stands there as a list; what the document has
 * itself can't be replaced.
 */
export class RepresentationModel {
  /** The address of the document's subject. */
  readonly href: string;
  readonly #taken: ReadonlySet<string>;
  readonly #links = new Map<string, Link[]>();
  readonly #embedded = new Map<string, unknown[]>();
  readonly #actions = new Map<string, Action>();

  /**
   * Creates the model.
   *
   * @param href the address of the document's subject
   * @param taken the relations that the document has
   */
  constructor(href: string, taken: ReadonlySet<string>) {
    this.href = href;
    this.#taken = taken;
  }

  /**
   * Adds a link.
   *
   * @param rel its relation: a registered one, a URI, or one with the name of a curie, such as `shop:cart`
   * @param link the link, or its address
   * @throws TypeError when the document has a link of this relation itself
   */
  addLink(rel: string, link: Link | string): this {
    this.#requireFree("link", rel);
    const { href, ...others } = typeof link === "string" ? { href: link } : link;
    append(this.#links, rel, { ...linkTo(href), ...others });
    return this;
  }

  /**
   * Embeds something: an entity of an exported repository stands as its document, a list as several, anything else as
   * plain JSON.
   *
   * @param rel its relation
   * @param value the embedded value
   * @throws TypeError when the document embeds something under this relation itself
   */
  embed(rel: string, value: unknown): this {
    this.#requireFree("embedded value", rel);
    for (const one of Array.isArray(value) ? value : [value]) append(this.#embedded, rel, one);
    return this;
  }

  /**
   * Offers an action: as a link under its name, and to clients that read forms as a form.
   *
   * @param name of the action, and its relation
   * @param action the fields and the target of the request
   * @throws TypeError when there is an action of this name
   */
  addAction(name: string, action: Action): this {
    if (this.#actions.has(name)) {
      throw new TypeError(
        `Cannot add action "${name}" to "${this.href}" as there is one of this name: give it another`,
      );
    }
    const target = action.target.startsWith("/") || action.target.includes("://")
      ? action.target
      : `${this.href}/${action.target}`;
    this.#actions.set(name, { ...action, target });
    return this.addLink(name, { href: target, ...(action.title === undefined ? {} : { title: action.title }) });
  }

  /** The additions. */
  get additions(): Additions {
    return { links: this.#links, embedded: this.#embedded, actions: this.#actions };
  }

  #requireFree(what: string, rel: string): void {
    if (rel !== "" && rel !== "curies" && !this.#taken.has(rel)) return;
    throw new TypeError(
      `Cannot add a ${what} to "${this.href}" as its relation must not be empty nor one of the document's own: current ` +
        `value is "${rel}"`,
    );
  }
}

/** The document of one item. */
export class ItemModel<T> extends RepresentationModel {
  /** The item as it was read. */
  readonly entity: T;

  /**
   * Creates the model.
   *
   * @param entity the item
   * @param href its address
   * @param taken the relations that the document has
   */
  constructor(entity: T, href: string, taken: ReadonlySet<string>) {
    super(href, taken);
    this.entity = entity;
  }
}

function append<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
