import { type Class, descriptionOf, idNamesOf, type TypeDescription } from "../../kernel/mod.ts";
import {
  type Field,
  fieldsOf,
  type PropertyOptionsByName,
  propertyOptionsOf,
  targetClassOf,
  type ViewedPropertyOptions,
} from "./field.ts";
import type { RepositoryExport } from "./repository_export.ts";
import type { RepositoryExportOptions } from "./repository_export_options.ts";

/** A visibility profile of exports. */
export interface ExportProfile {
  /** Name of the profile. */
  readonly name: string;
  /** Returns whether a class or property is hidden, by coordinates such as `Book` and `Book.cost`. */
  readonly hides: (coordinates: string) => boolean;
  /** Returns the restriction of a property by its rules; absent if there are no rules. */
  readonly restriction?: (coordinates: string) => "omitted" | "null" | "readOnly" | undefined;
  /** The viewers in messages; `visibility profile "…"` by default. */
  readonly subject?: string;
  /** Whether a property that new items need may be hidden; requests to create items are then rejected. */
  readonly allowsMissing?: boolean;
}

type Options = RepositoryExportOptions<object>;

/** The exports for the viewers of one profile, without hidden classes and properties. */
export class ExportView {
  /** The exports, with options that hide properties. */
  readonly exports: readonly RepositoryExport[];
  readonly profile: ExportProfile;
  readonly #options = new Map<Class, Options>();
  readonly #hiddenNames = new Set<string>();

  /**
   * @param exports all exports
   * @param profile the visibility profile
   * @throws TypeError when a class or property can't be hidden
   */
  constructor(exports: readonly RepositoryExport[], profile: ExportProfile) {
    this.profile = profile;
    for (const { repository, options } of exports) {
      const type = repository.entityType;
      if (!this.#options.has(type)) this.#options.set(type, options as Options);
    }
    this.exports = exports.filter(({ repository }) => !this.#isClassHidden(repository.entityType))
      // An export of one entity type stands among exports of any.
      .map((each) => ({ ...each, options: this.#visibleOptions(each) }) as unknown as RepositoryExport);
  }

  /**
   * Lists the properties of a class that is not exported, and marks those that the profile hides.
   *
   * @param description what was described
   */
  fieldsOf(description: TypeDescription): Field[] {
    return fieldsOf(description, this.#hiddenProperties(description, {}));
  }

  /** Whether the profile hides a property, or the class that it refers to. */
  isHidden({ type, entity, properties }: TypeDescription, property: string): boolean {
    const target = targetClassOf(properties.get(property)!);
    const isHidden = this.profile.hides(`${entity.name ?? type.name}.${property}`) ||
      target !== undefined && this.#isClassHidden(target);
    if (isHidden) this.#hiddenNames.add(property.charAt(0).toUpperCase() + property.slice(1));
    return isHidden;
  }

  /** Whether a derived query may sort by a property that the profile hides. */
  isSortedByHidden(method: string): boolean {
    const [, order = ""] = method.split("OrderBy");
    return this.#hiddenNames.values().some((name) => order.includes(name));
  }

  #isClassHidden(type: Class): boolean {
    return this.profile.hides(descriptionOf(type)?.entity.name ?? type.name);
  }

  #hiddenProperties(description: TypeDescription, options: PropertyOptionsByName): PropertyOptionsByName {
    const { entity, type, properties } = description;
    const secrets: readonly string[] = entity.secrets ?? [];
    const entries = [...properties.keys()].flatMap((property): [string, ViewedPropertyOptions][] => {
      const restriction = this.profile.restriction?.(`${entity.name ?? type.name}.${property}`);
      const own = {
        ...propertyOptionsOf(options, property),
        ...(restriction === undefined ? {} : { isRestricted: true as const }),
      };
      if (this.isHidden(description, property)) {
        const isHiddenAnyway = propertyOptionsOf(options, property).hidden ?? secrets.includes(property);
        const isNull = restriction === "null" && !isHiddenAnyway;
        return [[property, { ...own, hidden: true, ...(isNull ? { isNull: true as const } : {}) }]];
      }
      return restriction === "readOnly" ? [[property, { ...own, readOnly: true }]] : [];
    });
    return { ...options, ...Object.fromEntries(entries) };
  }

  #visibleOptions({ repository: { entityType: type }, options: given }: RepositoryExport): Options {
    // Undescribed classes are rejected later, with a better message.
    const description = descriptionOf(type);
    if (description === undefined) return given as Options;
    const { lastModified: _lastModified, ...options } = given as Options;
    this.#requireExportable(description, options);
    const isShown = (path: string) => this.#isPathShown(type, path.split("."));
    const isProjected = (path: string) => this.#isPathShown(type, path.split("."), { orNull: true });
    return {
      ...options,
      properties: this.#hiddenProperties(description, options.properties ?? {}) as NonNullable<Options["properties"]>,
      filters: pick(options.filters ?? {}, isShown),
      associations: this.#visibleAssociations(description, options),
      projections: Object.fromEntries(
        Object.entries(options.projections ?? {}).map(([name, projection]) => [
          name,
          typeof projection === "function" ? projection : projection.filter(isProjected),
        ]),
      ),
    };
  }

  #visibleAssociations(description: TypeDescription, { associations = {} }: Options): Options["associations"] & object {
    const shown = Object.entries(associations).filter(([name, { target, by, mappedBy }]) => {
      const other = target();
      const ofTarget = descriptionOf(other);
      if (this.#isClassHidden(other)) return false;
      if (this.profile.hides(`${description.entity.name ?? description.type.name}.${name}`)) return false;
      if (by !== undefined && this.isHidden(description, by)) return false;
      return mappedBy === undefined || ofTarget?.properties.has(mappedBy) !== true ||
        !this.isHidden(ofTarget, mappedBy);
    });
    return Object.fromEntries(shown);
  }

  #isPathShown(
    type: Class | undefined,
    [name, ...rest]: readonly string[],
    { orNull = false }: { readonly orNull?: boolean } = {},
  ): boolean {
    const description = type && descriptionOf(type);
    if (description === undefined || name === undefined) return true;
    const options: PropertyOptionsByName = this.#options.get(description.type)?.properties ?? {};
    const named = [...description.properties.keys()].filter((property) =>
      (propertyOptionsOf(options, property).name ?? property) === name
    );
    const shown = named.find((property) => !this.isHidden(description, property));
    if (shown === undefined) {
      const isNull = (property: string) =>
        this.profile.restriction?.(`${description.entity.name ?? description.type.name}.${property}`) === "null";
      return named.length === 0 || orNull && named.some(isNull);
    }
    return this.#isPathShown(targetClassOf(description.properties.get(shown)!), rest, { orNull });
  }

  #requireExportable(description: TypeDescription, { projections = {}, writable = false }: Options): void {
    const { entity, properties, type } = description;
    const hidden = [...properties.keys()].filter((property) => this.isHidden(description, property));
    if (hidden.length === 0) return;
    const refuse = (property: string, reason: string) => {
      throw new TypeError(
        `Cannot hide "${entity.name ?? type.name}.${property}" from ${
          this.profile.subject ?? `visibility profile "${this.profile.name}"`
        } as ${reason}`,
      );
    };
    const id = idNamesOf(entity).find((name) => hidden.includes(name));
    if (id !== undefined) refuse(id, "it is the id, which URIs are made of");
    const code = Object.entries(projections).find(([, projection]) => typeof projection === "function");
    if (code !== undefined) {
      refuse(hidden[0]!, `projection "${code[0]}" is a function, which could show it: list paths`);
    }
    const mayCreate = writable === true || writable !== false && writable.create === true;
    const needed = fieldsOf(description).find(({ property, nullable, isGenerated, initial, descriptor }) =>
      hidden.includes(property) && property !== entity.version && !nullable && !isGenerated && !initial &&
      descriptor.kind !== "list"
    );
    if (mayCreate && needed !== undefined && this.profile.allowsMissing !== true) {
      refuse(needed.property, "clients create items, which need it: give it a default, or let it be null");
    }
  }
}

function pick<V>(record: Readonly<Record<string, V>>, isKept: (name: string) => boolean): Record<string, V> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
}
