import { type Class } from "../../kernel/mod.ts";
import type { PlannedProperty } from "./hydration_plan.ts";

/** A property that is not a list: its value comes from the row, or refers to what is read later. */
export type SingleProperty = Exclude<PlannedProperty, { kind: "collection" }>;

/** A property that is read by position, or by a function that is given the position of its first column. */
export interface PlacedProperty {
  readonly part: SingleProperty;
  /** The position of its first column. */
  readonly start: number;
}

/** Reads the value of a property that is not the value of its column; null where there is none. */
export type ReadProperty = (owner: object, index: number) => unknown;

/** Makes an entity of a row. */
export type EntityMaker = new (row: readonly unknown[], read: ReadProperty | undefined) => Record<string, unknown>;

/** More properties would make a function that V8 does not optimise. */
const maxProperties = 200;

/** Whether the value of a property is the value of its column, which nobody can change in place. */
export function isPlain({ kind, property }: SingleProperty): boolean {
  return kind === "column" && !["json", "bytes", "date"].includes(property.type);
}

/**
 * Generates the constructor of entities of one class and selection. A constructor gives an object its shape at once,
 * where properties that are added to an empty object move it from shape to shape: making an entity takes a tenth of the
 * time. Properties are assigned as without it, so setters of the class are called.
 *
 * @param type the class, whose own constructor is not called
 * @param properties the properties with their positions
 * @returns `undefined` where the properties are too many
 */
export function entityMaker(type: Class, properties: readonly PlacedProperty[]): EntityMaker | undefined {
  if (properties.length > maxProperties) return undefined;
  const lines = properties.map(({ part, start }, i) => {
    const name = JSON.stringify(part.property.name);
    const value = `v${i}`;
    const read = isPlain(part) ? `row[${start}] ?? null` : `read(this, ${i})`;
    const set = `this[${name}] = ${value};`;
    return `const ${value} = ${read}; ${part.property.optional ? `if (${value} !== null) ${set}` : set}`;
  });
  // Generated code is sloppy unless it says otherwise, and would ignore properties that can't be set.
  const body = `"use strict"; return function (row, read) {\n${lines.join("\n")}\n};`;
  const made = new Function(body)() as { prototype: unknown };
  made.prototype = type.prototype;
  return made as unknown as EntityMaker;
}
