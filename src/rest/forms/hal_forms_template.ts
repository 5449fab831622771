import type { HalFormsProperty } from "./hal_forms_property.ts";

/** The media type of HAL documents with forms. */
export const halFormsType = "application/prs.hal-forms+json";

/** A form of a HAL-FORMS document. */
export interface HalFormsTemplate {
  readonly title?: string;
  readonly method: string;
  readonly target: string;
  readonly contentType?: string;
  readonly properties: readonly HalFormsProperty[];
}

/** Forms by name; the first that a document has itself is called `default`. */
export type HalFormsTemplates = Readonly<Record<string, HalFormsTemplate>>;
