import type { AnyDescriptor, Class } from "../../kernel/mod.ts";
import type { ExportView } from "./export_view.ts";
import type { ExportedCollection } from "./exported_collection.ts";
import type { Field } from "./field.ts";

/** Finds exported collections by the classes of their entities. */
export interface CollectionLookup {
  /** The visibility profile of the viewers; absent if nothing is hidden. */
  readonly view: ExportView | undefined;
  /** Returns the collection of a class, or of its nearest exported superclass. */
  ofType(type: Class): ExportedCollection | undefined;
  /** Returns the properties of a class in documents, with the options of its export. */
  fieldsOf(type: Class): readonly Field[];
  /** Returns the collection that a nested reference or list links to; `undefined` if its targets are inlined. */
  linkedFrom(descriptor: AnyDescriptor): ExportedCollection | undefined;
}
