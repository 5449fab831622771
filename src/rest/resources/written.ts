import type { MaybePromise } from "../../kernel/mod.ts";
import type { Field } from "../export/field.ts";

/** Fields of an item that change. */
export interface ChangedFields {
  /** The values by name, as a document holds them. */
  readonly json: Record<string, unknown>;
  readonly fields: readonly Field[];
  /** Says why the item, as it is, must not be changed. */
  readonly refusal: (entity: object) => MaybePromise<Response | undefined>;
}

/** The result of a write. */
export interface Written {
  readonly kind: "create" | "update" | "delete";
  readonly entity: object;
  /** Whether the response has a `Location`. */
  readonly isLocated?: boolean;
}

/** Creates the response to a write. */
export interface WriteAnswer {
  readonly status: 200 | 201;
  readonly body: "accept" | "always" | "never";
  readonly headers?: Readonly<Record<string, string>>;
}
