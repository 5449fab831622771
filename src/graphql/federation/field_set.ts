import { Kind, parse, type SelectionSetNode } from "../../../deps.ts";

/** A field of a field set, such as that of `@key(fields: "id organization { id }")`. */
export interface KeyField {
  readonly name: string;
  /** The fields below; empty for a leaf. */
  readonly fields: readonly KeyField[];
}

/**
 * Reads a field set. Fields below fragments count as fields of the object around them.
 *
 * @param text for example `id organization { id }`
 * @param place names the directive in messages: `@key of type "Product"`
 * @throws TypeError when the text is not a selection set
 */
export function parseFieldSet(text: string, place: string): readonly KeyField[] {
  try {
    const [operation] = parse(`{ ${text} }`, { noLocation: true }).definitions;
    if (operation?.kind === Kind.OPERATION_DEFINITION) return fieldsOf(operation.selectionSet);
  } catch {
    // Reported below, with the location.
  }
  throw new TypeError(
    `Cannot read ${place} as its fields must be a selection, such as "id" or "id owner { id }": current value is "${text}"`,
  );
}

function fieldsOf({ selections }: SelectionSetNode): readonly KeyField[] {
  return selections.flatMap((node): readonly KeyField[] => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return [];
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet);
    return [{ name: node.name.value, fields: node.selectionSet === undefined ? [] : fieldsOf(node.selectionSet) }];
  });
}

/** Whether a representation has a value for each field. */
export function hasFields(fields: readonly KeyField[], value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => hasFields(fields, each));
  if (typeof value !== "object" || value === null) return false;
  return fields.every(({ name, fields: below }) => {
    const found = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return found !== undefined && found !== null && (below.length === 0 || hasFields(below, found));
  });
}
