import { type Class } from "../../kernel/mod.ts";
import type { PlannedProperty } from "./hydration_plan.ts";

/** A property that is not a list: its value is in the row, or is a reference that is loaded later. */
export type SingleProperty = Exclude<PlannedProperty, { kind: "collection" }>;

/** A property, and the index of its first column in the row. */
export interface PositionedProperty {
  readonly part: SingleProperty;
  /** Index of its first column. */
  readonly start: number;
}

/** Reads the value of a property that differs from the value of its column; null when there is none. */
export type ReadProperty = (owner: object, index: number) => unknown;

/** Generated constructor that builds an entity from a row. */
export type EntityMaker = new (row: readonly unknown[], read: ReadProperty | undefined) => Record<string, unknown>;

/** Maximum number of properties: V8 does not optimise larger functions. */
const maxProperties = 200;

/** Whether the property's value is its column's value, and immutable. */
export function isPlain({ kind, property }: SingleProperty): boolean {
  return kind === "column" && !["json", "bytes", "date"].includes(property.type);
}

/**
 * Generates the constructor of entities of one class and selection. V8 gives an object from a constructor its final
 * hidden class at once, while each property that is added to an empty object changes the hidden class: building an
 * entity takes a tenth of the time. Properties are assigned, so that setters of the class are called.
 *
 * @param type the class, whose own constructor is not called
 * @param properties the properties with their positions
 * @returns `undefined` if there are too many properties, or if the platform forbids code generation from strings
 */
export function entityMaker(type: Class, properties: readonly PositionedProperty[]): EntityMaker | undefined {
  if (properties.length > maxProperties) return undefined;
  const lines = properties.map(({ part, start }, i) => {
    const name = JSON.stringify(part.property.name);
    const value = `v${i}`;
    const read = isPlain(part) ? `row[${start}] ?? null` : `read(this, ${i})`;
    const set = `this[${name}] = ${value};`;
    return `const ${value} = ${read}; ${part.property.optional ? `if (${value} !== null) ${set}` : set}`;
  });
  // Without strict mode, an assignment to a read-only property would fail silently.
  const body = `"use strict"; return function (row, read) {\n${lines.join("\n")}\n};`;
  try {
    const constructor = new Function(body)() as { prototype: unknown };
    constructor.prototype = type.prototype;
    return constructor as unknown as EntityMaker;
  } catch (error) {
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}
