import { addressOf } from "../../shell/router.ts";
import { count } from "../../ui/format.ts";
import {
  type Field,
  type FieldUse,
  type InputValue,
  nameOf,
  type SchemaType,
  type TypeRef,
  wrappingOf,
} from "./schema_model.ts";

/** Uses of fields by their coordinates; `undefined` where nothing counts them. */
export type Uses = ReadonlyMap<string, FieldUse> | undefined;

/** A type with its fields, their documentation, and how often clients select them. */
export function TypeDetails({ type, uses }: { readonly type: SchemaType; readonly uses: Uses }) {
  const { name, kind, description, interfaces = [], possibleTypes } = type;
  return (
    <section class="card type-details" aria-label="Type" tabIndex={0}>
      <header>
        <h2>{name}</h2>
        <span class="status">{kind.toLowerCase().replace("_", " ")}</span>
      </header>
      {description && <p class="documentation">{description}</p>}
      <References title="Implements" types={interfaces} />
      <References title={kind === "UNION" ? "One of" : "Implemented by"} types={possibleTypes} />
      <ul class="fields">
        {(type.fields ?? []).map((field) => (
          <FieldItem
            key={field.name}
            field={field}
            use={uses?.get(`${name}.${field.name}`)}
            isCounted={uses !== undefined}
          />
        ))}
        {(type.inputFields ?? []).map((field) => (
          <li key={field.name}>
            <code>
              <Input value={field} />
            </code>
            <Documentation of={field} />
          </li>
        ))}
        {(type.enumValues ?? []).map((value) => (
          <li key={value.name}>
            <code>{value.name}</code>
            <Documentation of={value} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FieldItemProps {
  readonly field: Field;
  readonly use: FieldUse | undefined;
  readonly isCounted: boolean;
}

function FieldItem({ field, use, isCounted }: FieldItemProps) {
  const { name, args, type } = field;
  return (
    <li>
      <div class="field-line">
        <code>
          <b>{name}</b>
          {args.length > 0 && (
            <>
              ({args.map((arg, at) => (
                <>
                  {at > 0 && ", "}
                  <Input value={arg} />
                </>
              ))})
            </>
          )}: <Type type={type} />
        </code>
        {isCounted && (
          <span
            class="hint use"
            title={use && Object.entries(use.clients).map(([client, n]) => `${client}: ${n}`).join("\n")}
          >
            {use === undefined ? "not used" : `${count(use.count)} ×`}
          </span>
        )}
      </div>
      <Documentation of={field} />
      {args.some(({ description }) => description) && (
        <ul class="arguments">
          {args.filter(({ description }) => description).map((arg) => (
            <li key={arg.name} class="hint">
              <code>{arg.name}</code> {arg.description}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Documentation({ of }: { readonly of: Pick<Field, "description" | "deprecationReason"> }) {
  return (
    <>
      {of.description && <p class="documentation">{of.description}</p>}
      {of.deprecationReason && (
        <p>
          <span class="status warn">deprecated</span> {of.deprecationReason}
        </p>
      )}
    </>
  );
}

function Input({ value: { name, type, defaultValue } }: { readonly value: InputValue }) {
  return (
    <>
      {name}: <Type type={type} />
      {defaultValue != null && ` = ${defaultValue}`}
    </>
  );
}

function Type({ type }: { readonly type: TypeRef }) {
  const [before, behind] = wrappingOf(type);
  return (
    <>
      {before}
      <a href={addressOf("schema", [nameOf(type)])}>{nameOf(type)}</a>
      {behind}
    </>
  );
}

function References(
  { title, types }: { readonly title: string; readonly types?: readonly TypeRef[] | null | undefined },
) {
  if (!types || types.length === 0) return null;
  return (
    <p class="references">
      {title} {types.map((type, at) => (
        <>
          {at > 0 && ", "}
          <Type type={type} />
        </>
      ))}
    </p>
  );
}
