import type { AnyDescriptor, Class } from "../../kernel/mod.ts";
import type { ExportView } from "./export_view.ts";
import type { ExportedCollection } from "./exported_collection.ts";
import type { Field } from "./field.ts";

/** Finds exported collections by the classes of their entities. */
export interface CollectionLookup {
  /** What the viewers of one profile see; absent where everybody sees everything. */
  readonly view: ExportView | undefined;
  /** The collection that holds entities of a class or of the nearest class that it extends. */
  ofType(type: Class): ExportedCollection | undefined;
  /** The properties of a class as documents show them: those of an exported entity under its options. */
  fieldsOf(type: Class): readonly Field[];
  /** The collection to whose items a nested reference, or a list of them, is linked; `undefined` where it stands inline. */
  linkedFrom(descriptor: AnyDescriptor): ExportedCollection | undefined;
}
