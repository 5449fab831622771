/** A field of a form. */
export interface HalFormsProperty {
  /** Name in the request's body, or query. */
  readonly name: string;
  /** A label for people. */
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
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The values to choose from. */
  readonly options?: HalFormsOptions;
}

/** The values that a field offers: here, or behind a link. */
export interface HalFormsOptions {
  readonly inline?: readonly (string | { readonly prompt: string; readonly value: string })[];
  /** Leads to the values, in the form that its media type says. */
  readonly link?: { readonly href: string; readonly templated?: boolean; readonly type?: string };
  readonly selectedValues?: readonly string[];
  readonly minItems?: number;
  /** Maximum number of values to choose; absent for any number. */
  readonly maxItems?: number;
}
