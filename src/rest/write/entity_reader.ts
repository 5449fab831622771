import {
  type AnyDescriptor,
  type Class,
  completeInstance,
  descriptionOf,
  isStandardSchema,
  redacted,
  type StandardSchema,
} from "../../kernel/mod.ts";
import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import { writableFields } from "../export/document_fields.ts";
import { type Field, isEntityClass, targetClassOf } from "../export/field.ts";
import { entitiesFromUris, itemUriRequirement } from "./entity_uri.ts";
import type { FieldError } from "./field_error.ts";
import { NestedLinks, type OmittedLinks } from "./nested_links.ts";
import { RepositoryConstraintViolationError } from "./repository_constraint_violation_error.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";
import { readValue } from "./value_reader.ts";
import { mustNotBeNull } from "./wrong_value.ts";

/** A document from a client, and the entity that it creates or changes. */
export interface EntityBody {
  readonly json: Readonly<Record<string, unknown>>;
  /** The fields that the document sets; fields that it leaves out become null. */
  readonly fields: readonly Field[];
  /** The entity that is changed; absent for a new one. */
  readonly existing?: object;
  /** The handling of links that nested objects leave out; by default they are removed. */
  readonly omittedLinks?: OmittedLinks;
}

type Values = Record<string, unknown>;

/** Creates entities of a collection from documents of clients. */
export class EntityReader {
  /** The fields that clients may set, including associations. */
  readonly writableFields: readonly Field[];
  readonly #collection: ExportedCollection;
  readonly #registry: CollectionRegistry;
  readonly #maxLinks: number;

  /**
   * @param collection the entities' collection
   * @param registry all collections: nested objects refer to their items by URI
   * @param maxLinks maximum number of links in a document; 0 means no limit
   */
  constructor(collection: ExportedCollection, registry: CollectionRegistry, maxLinks: number) {
    this.#collection = collection;
    this.#registry = registry;
    this.#maxLinks = maxLinks;
    this.writableFields = writableFields(collection);
  }

  /** Returns the association of a field, if there is one. */
  associationOf(field: Field): Association | undefined {
    return this.#collection.associations.values().find(({ property }) => property === field.property);
  }

  /** Returns the name of a field in documents, which for an association is the association's name. */
  nameOf(field: Field): string {
    return this.associationOf(field)?.name ?? field.name;
  }

  /**
   * Creates an entity, or a changed copy of an existing one, and validates it.
   *
   * @param body the document
   * @param id the id of a new entity; absent if the database generates it
   * @throws UnreadableBodyError when a value has the wrong type
   * @throws RepositoryConstraintViolationError when a value is missing or the schema rejects it
   */
  async read(body: EntityBody, id?: unknown): Promise<object> {
    const { existing, fields } = body;
    const sent = await this.#sentValues(body);
    const { id: ownId, type } = this.#collection;
    if (id !== undefined) Object.assign(sent, ownId.values(id));
    const kept = existing === undefined ? {} : withoutKeys({ ...existing }, fields);
    const values = await this.#validated({ ...kept, ...sent }, body);
    this.#complete(values, fields);
    if (existing === undefined) this.#initializeLists(values);
    // A prototype is typed as any instance of its class.
    const prototype = existing === undefined ? type.prototype as object : Object.getPrototypeOf(existing) as object;
    const made = Object.assign(Object.create(prototype), values) as object;
    return completeInstance(made.constructor as Class, made);
  }

  async #sentValues({ json, fields, existing, omittedLinks = "remove" }: EntityBody): Promise<Values> {
    const values: Values = {};
    const errors: FieldError[] = [];
    const links = new NestedLinks(this.#registry, { omitted: omittedLinks, max: this.#maxLinks });
    // Described properties are read by name.
    const before = existing as Values | undefined;
    for (const field of fields) {
      const name = this.nameOf(field);
      const sent = Object.hasOwn(json, name) ? json[name] : undefined;
      if (sent === undefined || (sent === null && field.optional)) continue;
      if (sent === null) {
        values[field.property] = null;
        continue;
      }
      const association = this.associationOf(field);
      const read = association === undefined
        ? readValue(field.descriptor, sent, { path: name, links, before: before?.[field.property] })
        : await readAssociation(association, sent, links);
      if ("value" in read) values[field.property] = read.value;
      else errors.push(this.#error(read.path, read.sent, read.message));
    }
    for (const { path, sent, message } of await links.follow()) errors.push(this.#error(path, sent, message));
    if (errors.length === 0) return values;
    if (errors.every(({ message }) => message === mustNotBeNull)) throw new RepositoryConstraintViolationError(errors);
    const { property, message } = errors[0]!;
    throw new UnreadableBodyError(`Cannot read the request body as property "${property}" ${message}`, { errors });
  }

  async #validated(candidate: Values, { json, existing }: EntityBody): Promise<Values> {
    const { validation } = this.#collection.options;
    const phase = existing === undefined ? "create" : "update";
    const schema: StandardSchema | undefined = isStandardSchema(validation) ? validation : validation?.[phase];
    if (schema === undefined) return candidate;
    const result = await schema["~standard"].validate(candidate);
    if (result.issues !== undefined) {
      throw new RepositoryConstraintViolationError(result.issues.map(({ path = [], message }) => {
        const keys = this.#documentKeys(path.map((step) => typeof step === "object" ? step.key : step));
        // Report the client's value, as the entity may contain hidden values.
        const sent = keys.length === 0 ? null : valueAt(json, keys);
        return this.#error(keys.map(String).join("."), sent, message);
      }));
    }
    // A schema may transform values and add defaults; properties that it does not know stay unchanged.
    return { ...candidate, ...result.value as Values };
  }

  #complete(values: Values, fields: readonly Field[]): void {
    const errors: FieldError[] = [];
    for (const field of fields) {
      if (values[field.property] === undefined && field.initial) values[field.property] = field.initial();
      const value = values[field.property];
      if (value !== undefined && value !== null) continue;
      if (field.optional) delete values[field.property];
      else if (field.nullable) values[field.property] = null;
      else if (field.isGenerated && value === undefined) continue;
      else if (field.descriptor.kind === "list") values[field.property] = [];
      else errors.push(this.#error(this.nameOf(field), null, mustNotBeNull));
    }
    if (errors.length > 0) throw new RepositoryConstraintViolationError(errors);
  }

  /** Initializes lists that clients can't write as empty. */
  #initializeLists(values: Values): void {
    for (const { property, descriptor, nullable } of this.#collection.fields) {
      if (descriptor.kind === "list" && !nullable) values[property] ??= [];
    }
  }

  #documentKeys(keys: readonly PropertyKey[]): readonly PropertyKey[] {
    const field = this.#collection.fields.find(({ property }) => property === keys[0]);
    return field === undefined ? keys : [this.nameOf(field), ...keys.slice(1)];
  }

  #error(property: string, invalidValue: unknown, message: string): FieldError {
    const sent = this.#isSecret(property) ? redacted : invalidValue ?? null;
    return { entity: this.#collection.type.name, property, invalidValue: sent, message };
  }

  /** Whether messages must not contain the client's value of a property. */
  #isSecret(path: string): boolean {
    const [name] = path.split(/[.[]/, 1);
    const field = this.#collection.fields.find((each) => this.nameOf(each) === name);
    return field !== undefined && (field.isSecret || holdsSecret(field.descriptor));
  }
}

async function readAssociation(association: Association, sent: unknown, links: NestedLinks) {
  const { name, many, target, holdsIds } = association;
  const uris = many ? sent : [sent];
  const wrong = (message: string, value: unknown) => ({ message, path: name, sent: value });
  if (!Array.isArray(uris)) return wrong("must be a list of URIs", sent);
  if (sent === "" && !many) return { value: null };
  links.count(uris.length);
  const entities = await entitiesFromUris(uris, target);
  const dangling = entities.indexOf(undefined);
  if (dangling >= 0) return wrong(itemUriRequirement(target), uris[dangling]);
  const found = holdsIds ? entities.map((entity) => target.idOf(entity!)) : entities;
  return { value: many ? found : found[0] };
}

/** Whether objects within a value have secret properties, so that errors must not contain the value. */
function holdsSecret(descriptor: AnyDescriptor, seen: ReadonlySet<Class> = new Set()): boolean {
  const type = targetClassOf(descriptor);
  if (type === undefined || isEntityClass(type) || seen.has(type)) return false;
  const { entity, properties } = descriptionOf(type) ?? {};
  const within = new Set([...seen, type]);
  return (entity?.secrets?.length ?? 0) > 0 ||
    [...properties?.values() ?? []].some((each) => holdsSecret(each, within));
}

function withoutKeys(values: Values, fields: readonly Field[]): Values {
  for (const { property } of fields) delete values[property];
  return values;
}

function valueAt(value: unknown, keys: readonly PropertyKey[]): unknown {
  return keys.reduce<unknown>(
    (held, key) => typeof held === "object" && held !== null ? (held as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}
