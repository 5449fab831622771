/** A field of a form. */
export interface HalFormsProperty {
  /** Name in the request's body, or query. */
  readonly name: string;
  /** A label for humans. */
  readonly prompt?: string;
  /** Whether the client must fill it in. */
  readonly required?: boolean;
  /** Whether the client must leave it as it is. */
  readonly readOnly?: boolean;
  /** A regular expression that the value has to fit. */
  readonly regex?: string;
  /** The kind of input, as HTML knows them. */
  readonly type?:
    | "hidden"
    | "text"
    | "textarea"
    | "search"
    | "tel"
    | "url"
    | "email"
    | "password"
    | "number"
    | "range"
    | "date"
    | "month"
    | "week"
    | "time"
    | "datetime-local"
    | "color"
    | "checkbox";
  /** The current value. */
  readonly value?: unknown;
  /** The smallest number. */
  readonly min?: number;
  /** The largest number. */
  readonly max?: number;
  /** The distance between allowed numbers. */
  readonly step?: number;
  /** The smallest length of a text. */
  readonly minLength?: number;
  /** The largest length of a text. */
  readonly maxLength?: number;
  /** The values to choose from. */
  readonly options?: HalFormsOptions;
}

/** The values that a field offers: here, or behind a link. */
export interface HalFormsOptions {
  /** The values themselves. */
  readonly inline?: readonly (string | { readonly prompt: string; readonly value: string })[];
  /** The URI of the values, in the form of its media type. */
  readonly link?: { readonly href: string; readonly templated?: boolean; readonly type?: string };
  /** The values that are chosen at first. */
  readonly selectedValues?: readonly string[];
  /** The smallest number of values to choose. */
  readonly minItems?: number;
  /** Maximum number of values to choose; absent for any number. */
  readonly maxItems?: number;
}
