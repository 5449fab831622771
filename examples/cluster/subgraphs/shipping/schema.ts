// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import { type Mappings, mappings } from "@espalier/espalier/graphql";
import { type EntityMappings, entityMappings } from "@espalier/espalier/federation";

/** A book of the bookstore, as this service knows it. */
export interface Book {
  readonly id: string;
  readonly parcel?: Parcel;
  readonly published?: number;
  /** Weight in grams; old editions are heavier. */
  readonly weight?: number;
}
export interface Parcel {
  /** Length, width and height in millimetres. */
  readonly millimetres: readonly number[];
}
export interface Zone {
  readonly code: string;
  readonly days: number;
}

/** The types of the schema, and what stands for them. */
export interface Models {
  Book: Book;
  Parcel: Parcel;
  Zone: Zone;
}

/** The fields of the schema's types; a field with arguments is a function of them. */
export interface Schema {
  Book: {
    id: string;
    parcel: Parcel;
    published: number;
    /** What it costs to ship the book to a zone, in cents. */
    shippingCosts(args: { zone: string }): number | null;
    /** Weight in grams; old editions are heavier. */
    weight: number;
  };
  Parcel: {
    /** Length, width and height in millimetres. */
    millimetres: readonly number[];
  };
  Query: {
    /** Where parcels are sent to. */
    zones: readonly Zone[];
  };
  Zone: {
    code: string;
    days: number;
  };
}

const decorators: Mappings<Schema, Models> = mappings();
export const QueryMapping: Mappings<Schema, Models>["QueryMapping"] = decorators.QueryMapping;
export const SchemaMapping: Mappings<Schema, Models>["SchemaMapping"] = decorators.SchemaMapping;
export const BatchMapping: Mappings<Schema, Models>["BatchMapping"] = decorators.BatchMapping;
export const EntityMapping: EntityMappings<Schema, Models>["EntityMapping"] = entityMappings<Schema, Models>().EntityMapping;
