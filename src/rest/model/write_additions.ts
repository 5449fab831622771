import type { HalDocument } from "../hal/item_writer.ts";
import type { Link } from "../hal/link.ts";
import type { HalFormsTemplate } from "../forms/hal_forms_template.ts";
import type { Action, Additions } from "./representation_model.ts";

/**
 * Writes the additions of processors into a document; forms only if the client accepts them.
 *
 * @param document the document, which has its own links
 * @param additions the additions; embedded values as documents
 * @param forms whether the client reads forms
 */
export function writeAdditions(document: HalDocument, additions: Additions, forms: boolean): void {
  const { links, embedded, actions } = additions;
  const own = document._links as Record<string, Link | readonly Link[]>;
  for (const [rel, added] of links) own[rel] = added.length === 1 ? added[0]! : added;
  if (embedded.size > 0) {
    const values = [...embedded].map(([rel, held]) => [rel, held.length === 1 ? held[0] : held] as const);
    document._embedded = { ...document._embedded as object | undefined, ...Object.fromEntries(values) };
  }
  if (!forms) return;
  const templates = document._templates as Record<string, HalFormsTemplate> | undefined;
  document._templates = {
    ...templates,
    ...Object.fromEntries([...actions].map(([name, action]) => [name, templateOf(action)])),
  };
}

function templateOf({ method, target, title, contentType, fields = [] }: Action): HalFormsTemplate {
  return {
    ...(title === undefined ? {} : { title }),
    method,
    target,
    contentType: contentType ?? "application/json",
    properties: fields,
  };
}
