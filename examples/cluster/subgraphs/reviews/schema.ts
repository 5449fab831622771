// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import { type Mappings, mappings } from "@espalier/espalier/graphql";
import { type EntityMappings, entityMappings } from "@espalier/espalier/federation";

/** A book of the bookstore, as this service knows it. */
export interface Book {
  readonly id: string;
  /** Average of the reviews' stars; null where there is none. */
  readonly stars?: number | null;
}
export interface Reader {
  /** How many stars the reader gives: 1 to 5. */
  readonly mood: number;
  readonly name: string;
}
export interface Review {
  readonly book?: Book;
  readonly id: string;
  /** Counts the reviews of a book, from 1. */
  readonly number: number;
  readonly reader?: Reader;
  /** 1 to 5. */
  readonly stars: number;
  readonly text: string;
}

/** The types of the schema, and what stands for them. */
export interface Models {
  Book: Book;
  Reader: Reader;
  Review: Review;
}

/** The fields of the schema's types; a field with arguments is a function of them. */
export interface Schema {
  Book: {
    id: string;
    /** The newest reviews, the newest first. */
    reviews(args: { first?: number | null }): readonly Review[];
    /** Average of the reviews' stars; null where there is none. */
    stars: number | null;
  };
  Query: {
    /** Readers by name. */
    readers: readonly Reader[];
    /** One review by its id, for example "pg1342-1". */
    review(args: { id: string }): Review | null;
  };
  Reader: {
    /** How many stars the reader gives: 1 to 5. */
    mood: number;
    name: string;
  };
  Review: {
    book: Book;
    id: string;
    /** Counts the reviews of a book, from 1. */
    number: number;
    reader: Reader;
    /** 1 to 5. */
    stars: number;
    text: string;
  };
}

const decorators: Mappings<Schema, Models> = mappings();
export const QueryMapping: Mappings<Schema, Models>["QueryMapping"] = decorators.QueryMapping;
export const SchemaMapping: Mappings<Schema, Models>["SchemaMapping"] = decorators.SchemaMapping;
export const BatchMapping: Mappings<Schema, Models>["BatchMapping"] = decorators.BatchMapping;
export const EntityMapping: EntityMappings<Schema, Models>["EntityMapping"] = entityMappings<Schema, Models>().EntityMapping;
