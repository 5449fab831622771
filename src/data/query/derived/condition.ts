import type { PropertyModel } from "../../entity/property_model.ts";
import type { Part } from "./part_tree.ts";

/** A condition whose property is known; it takes its arguments from a list. */
export interface Condition {
  readonly part: Part;
  readonly path: string;
  readonly property: PropertyModel;
  readonly ignoreCase: boolean;
}
