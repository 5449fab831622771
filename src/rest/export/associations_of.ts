import { and, type PredicateExecutor, where } from "../../data/mod.ts";
import type { Class, ReferenceOptions } from "../../kernel/mod.ts";
import type { AssociationOptions, FindTargets } from "./association_options.ts";
import type { Association, ExportedCollection } from "./exported_collection.ts";
import type { CollectionLookup } from "./collection_lookup.ts";
import { type Field, isEntityClass, type PropertyOptionsByName, propertyOptionsOf, targetClassOf } from "./field.ts";
import { isPathSegment } from "./path_segment.ts";
import type { RequestSignal } from "./request_signal.ts";

/**
 * Finds a collection's associations: described references to exported entities, then those in its options.
 *
 * @param collection the owners' collection
 * @param registry all collections
 * @returns the associations by path
 * @throws TypeError when a path has several segments, two share a path or relation, or a target is not exported
 */
export function associationsOf(
  collection: ExportedCollection,
  registry: CollectionLookup,
): ReadonlyMap<string, Association> {
  const found: Association[] = [
    ...collection.fields.flatMap((field) => referenceOf(collection, field, registry)),
    ...Object.entries(collection.options.associations ?? {}).map(([name, options]) =>
      declared(collection, { name, options, registry })
    ),
  ];
  const byPath = new Map<string, Association>();
  const rels = new Set<string>(["self", collection.itemRel, ...collection.binaries.values().map(({ rel }) => rel)]);
  for (const association of found) {
    if (!isPathSegment(association.path)) {
      throw new TypeError(
        `Cannot export the repository of "${collection.type.name}" as the path of association "${association.name}" ` +
          `must be one path segment: current value is "${association.path}"`,
      );
    }
    const isTaken = byPath.has(association.path) || collection.binaries.has(association.path);
    if (isTaken || rels.has(association.rel)) {
      throw new TypeError(
        `Cannot export the repository of "${collection.type.name}" as association "${association.name}" must have a ` +
          `path and a relation of its own: current value is "${association.rel}"`,
      );
    }
    byPath.set(association.path, association);
    rels.add(association.rel);
  }
  return byPath;
}

function referenceOf(collection: ExportedCollection, field: Field, registry: CollectionLookup): Association[] {
  const options = propertyOptionsOf(collection.options.properties as PropertyOptionsByName ?? {}, field.property);
  const type = targetClassOf(field.descriptor);
  const isLinked = type !== undefined && isEntityClass(type) && options.link !== false && !field.hidden;
  const target = isLinked ? registry.ofType(type) : undefined;
  if (type === undefined || target === undefined) return [];
  const many = field.descriptor.kind === "list";
  return [{
    name: field.name,
    rel: options.rel ?? field.name,
    ...(field.title === undefined ? {} : { title: field.title }),
    path: options.path?.replace(/^\/+/, "") ?? field.name,
    type,
    target,
    many,
    required: !field.nullable && !many,
    holdsIds: false,
    replaces: field.property,
    ...accessOf(collection, field, target),
  }];
}

/** Returns how an association is read and written. Inverse sides that are not eagerly loaded are read by page. */
function accessOf(
  collection: ExportedCollection,
  field: Field,
  target: ExportedCollection,
): Pick<Association, "reads" | "settable" | "writable" | "property" | "find" | "findOne"> {
  const { description, type, writable, id } = collection;
  const { property, descriptor, readOnly } = field;
  const { fetch, mappedBy } = (description.entity.references as References | undefined)?.[property] ?? {};
  const settable = !readOnly && mappedBy === undefined && !id.has(field);
  if (descriptor.kind !== "list" || fetch !== "reference") {
    const reads = fetch === "reference" ? "reference" : "entity";
    return { reads, settable, writable: settable && writable.update, property };
  }
  if (mappedBy === undefined) {
    throw new TypeError(
      `Cannot export list "${property}" of "${type.name}" as it must be read along (fetch: "eager") or be mapped by a ` +
        "property of its elements",
    );
  }
  return { reads: "reference", settable: false, writable: false, ...inverseSide(collection, target, mappedBy) };
}

/** Finds the targets that refer to an owner. */
function inverseSide(
  { id, type }: ExportedCollection,
  { repository, fields, type: targetType, id: targetId, signal }: ExportedCollection,
  mappedBy: string,
): Required<Pick<Association, "find" | "findOne">> {
  const field = fields.find(({ property }) => property === mappedBy);
  // The type of a repository does not state whether it finds by criteria.
  const executor = repository as unknown as PredicateExecutor<object>;
  if (field === undefined || (executor.findBy as unknown) === undefined) {
    throw new TypeError(
      `Cannot export an association of "${type.name}" that is mapped by "${mappedBy}" as "${targetType.name}" must have ` +
        "this property and its repository findBy",
    );
  }
  const [idPath] = id.paths;
  const path = field.descriptor.kind === "object" && !id.isComposite ? `${mappedBy}.${idPath}` : mappedBy;
  const ofOwner = (owner: object) => where(path).is(id.of(owner));
  const options = (select?: readonly string[]) => ({ ...signal.options, ...(select === undefined ? {} : { select }) });
  return {
    find: (owner, pageable, select) => executor.findBy(ofOwner(owner), pageable, options(select)),
    async findOne(owner, id, select) {
      const [found] = await executor.findBy(and(ofOwner(owner), targetId.criteria(id)), options(select));
      return found;
    },
  };
}

type References = Partial<Record<string, ReferenceOptions>>;

interface Declaration {
  readonly name: string;
  readonly options: AssociationOptions<never>;
  readonly registry: CollectionLookup;
}

function declared(collection: ExportedCollection, { name, options, registry }: Declaration): Association {
  const type = options.target();
  const subject = `association "${name}" of "${collection.type.name}"`;
  const field = options.by === undefined ? undefined : collection.fields.find((f) => f.property === options.by);
  const told = [field, options.mappedBy, options.find].filter((one) => one !== undefined);
  if (told.length !== 1) {
    throw new TypeError(
      `Cannot export ${subject} as it must have one of a described property ("by"), a property of the targets ` +
        `("mappedBy") and a function ("find"): it has ${told.length}`,
    );
  }
  const target = requireExported(type, registry, subject);
  // The owner's class is the collection's own.
  const found = options.mappedBy === undefined
    ? options.find === undefined ? {} : { find: foundBy(options, collection.signal) }
    : inverseSide(collection, target, options.mappedBy);
  const settable = field !== undefined && !field.readOnly && options.readOnly !== true;
  const many = options.many ?? (field === undefined || field.descriptor.kind === "list");
  return {
    name,
    rel: options.rel ?? name,
    ...(options.title === undefined ? {} : { title: options.title }),
    path: options.path?.replace(/^\/+/, "") ?? name,
    type,
    target,
    many,
    required: field !== undefined && !field.nullable && !many,
    settable,
    writable: settable && collection.writable.update,
    holdsIds: true,
    reads: "reference",
    ...(field === undefined ? {} : { property: field.property, replaces: field.property }),
    ...found,
  };
}

/** Adapts a function of the application to the internal signature. */
function foundBy(options: AssociationOptions<never>, signal: RequestSignal): FindTargets {
  return (owner, pageable) => options.find!(owner as never, pageable, signal.options);
}

function requireExported(type: Class, registry: CollectionLookup, subject: string): ExportedCollection {
  const target = registry.ofType(type);
  if (target !== undefined) return target;
  throw new TypeError(
    `Cannot export ${subject} as the repository of its target must be exported: it is "${type.name}"`,
  );
}
