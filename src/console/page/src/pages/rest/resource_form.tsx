import { useEffect, useState } from "preact/hooks";
import { type FormField, type FormTemplate, linksOf, listsOf, pathOf, send, withoutVariables } from "./hal.ts";

/** A form of a document: what it sends is what the fields' types say. */
export function ResourceForm(
  { name, template, etag, submit }: {
    readonly name: string;
    readonly template: FormTemplate;
    readonly etag: string;
    readonly submit: (template: FormTemplate, form: FormData) => Promise<void>;
  },
) {
  const [isBusy, setBusy] = useState(false);
  const { method, title } = template;
  const isDelete = method === "DELETE";
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (isDelete && !confirm(`Delete ${pathOf(template.target) ?? ""}?`)) return;
    setBusy(true);
    await submit(template, form).finally(() => setBusy(false));
  };
  const action = isDelete ? "Delete" : method === "GET" ? "Search" : titles[method] ?? method;
  const heading = title ?? (name === "default" || isDelete ? action : name);
  const writable = template.properties.filter(({ readOnly }) => readOnly !== true);
  return (
    <form class={isDelete ? "resource-form delete" : "card resource-form"} onSubmit={onSubmit} aria-label={heading}>
      {!isDelete && <h2>{heading}</h2>}
      {writable.map((field) => <Field key={field.name} field={field} />)}
      <div class="form-end">
        <button type="submit" class={isDelete ? "button danger" : "button primary"} disabled={isBusy}>{action}</button>
        {method !== "GET" && (
          <span class="hint">
            <code>{method}</code> {pathOf(template.target)}
            {etag !== "" && (method === "PATCH" || method === "PUT" || isDelete) && <>, only if it is still {etag}</>}
          </span>
        )}
      </div>
    </form>
  );
}

const titles: Readonly<Record<string, string>> = { POST: "Create", PATCH: "Change", PUT: "Replace", DELETE: "Delete" };

function Field({ field }: { readonly field: FormField }) {
  const { name, prompt = name, required = false, options, value } = field;
  return (
    <label class="form-field">
      <span>{prompt}{required && <span class="hint">required</span>}</span>
      {options
        ? <Choice field={field} />
        : field.type === "checkbox"
        ? (
          <select class="field" name={name} required={required}>
            {!required && <option value="">—</option>}
            {["true", "false"].map((each) => <option key={each} selected={String(value) === each}>{each}</option>)}
          </select>
        )
        : <Input field={field} />}
    </label>
  );
}

function Input({ field }: { readonly field: FormField }) {
  const { name, required = false, type = "text", value, regex, min, max, step, minLength, maxLength } = field;
  const text = value === null || value === undefined
    ? ""
    : typeof value === "object"
    ? JSON.stringify(value)
    : String(value);
  // Moments of the service have a zone, which this kind of input can't show.
  const kind = type === "datetime-local" || type === "hidden" ? "text" : type;
  // The service names the kinds of inputs as HTML does.
  return kind === "textarea" || text.length > 80
    ? <textarea class="field area" name={name} required={required} rows={3} defaultValue={text} />
    : (
      <input
        class="field"
        name={name}
        type={kind as "text"}
        required={required}
        defaultValue={text}
        {...(regex !== undefined && { title: `must fit ${regex}` })}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        {...(kind === "number" && { step: step ?? "any" })}
        {...(minLength !== undefined && { minLength })}
        {...(maxLength !== undefined && { maxLength })}
      />
    );
}

/** Values to choose from: those of the form, or the first ones of the collection that it points at. */
function Choice({ field }: { readonly field: FormField }) {
  const { name, required = false, options = {}, value } = field;
  const linked = useLinked(options.link?.href);
  const choices = (options.inline ?? []).map((each) => typeof each === "string" ? { prompt: each, value: each } : each);
  const isMany = options.maxItems !== 1;
  const selected = new Set([value, options.selectedValues ?? []].flat().map(String));
  const known = [...choices, ...linked];
  const others = [...selected].filter((each) => /^https?:/.test(each) && !known.some((one) => one.value === each));
  const all = [...known, ...others.map((each) => ({ prompt: pathOf(each) ?? each, value: each }))];
  return (
    <select class={isMany ? "field area" : "field"} name={name} multiple={isMany} required={required}>
      {!isMany && !required && <option value="">—</option>}
      {all.map((each) => (
        <option key={each.value} value={each.value} selected={selected.has(each.value)}>{each.prompt}</option>
      ))}
    </select>
  );
}

function useLinked(href: string | undefined): readonly { readonly prompt: string; readonly value: string }[] {
  const [items, setItems] = useState<readonly { readonly prompt: string; readonly value: string }[]>([]);
  useEffect(() => {
    const path = href === undefined ? undefined : pathOf(withoutVariables(href));
    if (path === undefined) return;
    let isGone = false;
    void send(path).then(({ body }) => {
      if (isGone || body === undefined) return;
      setItems(
        listsOf(body).flatMap(([, documents]) =>
          documents.flatMap((document) => {
            const self = linksOf(document).find(([relation]) => relation === "self")?.[1].href;
            const label = Object.values(document).find((each) => typeof each === "string");
            return self === undefined ? [] : [{ prompt: label ?? self, value: self }];
          })
        ),
      );
    }, () => {});
    return () => void (isGone = true);
  }, [href]);
  return items;
}

/** What a form sends: changed values alone where it changes, empty ones left out or null. */
export function valuesOf({ method, properties }: FormTemplate, form: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of properties.filter(({ readOnly }) => readOnly !== true)) {
    const isMany = field.options !== undefined && field.options.maxItems !== 1;
    const value = isMany ? form.getAll(field.name) : typed(field, String(form.get(field.name) ?? ""));
    const before = isMany ? field.options?.selectedValues ?? [] : field.value ?? null;
    // What is chosen in a list has the list's order.
    const isSame = isMany
      ? sameMembers(value as string[], before as string[])
      : JSON.stringify(value) === JSON.stringify(before);
    if (method === "PATCH" ? !isSame : value !== null && (!isMany || (value as unknown[]).length > 0)) {
      values[field.name] = value;
    }
  }
  return values;
}

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

function typed({ type, value, options }: FormField, text: string): unknown {
  if (text === "") return typeof value === "string" ? value === "" ? "" : null : null;
  if (options !== undefined) return text;
  if (type === "number" || type === "range") return Number(text);
  if (type === "checkbox") return text === "true";
  if (typeof value === "object" && value !== null) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}
