import type { Catalogue, CatalogueTable } from "../../catalogue/catalogue.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { PropertyModel } from "../../entity/property_model.ts";
import { leafColumns } from "../../query/column_paths.ts";

/** Reads the declared columns of entities from the catalogue once, including the entities that they refer to. */
export class KnownTables {
  readonly #models: EntityModels;
  readonly #read: (tables: readonly string[]) => Promise<Catalogue>;
  readonly #known = new Set<EntityModel>();
  /** The last catalogue. Kept after {@linkcode forget} for the errors of running statements. */
  readonly #tables = new Map<EntityModel, CatalogueTable>();

  /**
   * @param models the models of the database
   * @param read reads the catalogue of tables
   */
  constructor(models: EntityModels, read: (tables: readonly string[]) => Promise<Catalogue>) {
    this.#models = models;
    this.#read = read;
  }

  /** Whether the columns of an entity, and of the entities that it refers to, are known. */
  has(model: EntityModel): boolean {
    return this.#known.has(model);
  }

  /** Returns the table of an entity in the last catalogue. */
  tableOf(model: EntityModel): CatalogueTable | undefined {
    return this.#tables.get(model);
  }

  /** Reads the columns of entities and those that they refer to. A missing table is read again next time. */
  async learn(wanted: readonly EntityModel[]): Promise<Catalogue> {
    const models = this.#reachedFrom(wanted);
    const catalogue = await this.#read([...new Set(models.map(({ table }) => table))]);
    for (const model of models) {
      const table = catalogue.get(model.table);
      if (table === undefined) continue;
      this.#fill(model, table);
      this.#known.add(model);
      this.#tables.set(model, table);
    }
    return catalogue;
  }

  /** Invalidates all columns after a table has changed. */
  forget(): void {
    this.#known.clear();
  }

  #fill(model: EntityModel, { columns }: CatalogueTable): void {
    // Names are case-insensitive in SQLite.
    const byName = (name: string) =>
      columns.get(name) ?? [...columns.values()].find((column) => column.name.toLowerCase() === name.toLowerCase());
    for (const property of model.properties.values()) {
      for (const { stored, column } of leafColumns(this.#models, property, ownColumn(property))) {
        if (stored !== undefined) stored.column = byName(column);
      }
    }
  }

  #reachedFrom(wanted: readonly EntityModel[]): EntityModel[] {
    // Iterating a set includes the entries that are added meanwhile.
    const reached = new Set(wanted);
    const enter = (property: PropertyModel): void => {
      if (property.kind === "embedded") this.#models.embedded(property).properties.forEach(enter);
      else if (property.kind !== "column") reached.add(this.#models.of(property.target));
    };
    for (const model of reached) model.properties.forEach(enter);
    return [...reached];
  }
}

function ownColumn({ name }: PropertyModel) {
  return { via: [], path: name, nullable: false };
}
