import { readData } from "../../data/read_data.ts";
import { addressOf } from "../../shell/router.ts";
import type { Hit } from "../registry.ts";

/** A type as it is used: `[Book!]!`. */
export interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeRef | null;
}

/** An argument or a field of an input. */
export interface InputValue {
  readonly name: string;
  readonly description?: string | null;
  readonly type: TypeRef;
  readonly defaultValue?: string | null;
  readonly deprecationReason?: string | null;
}

/** A field of an object or interface. */
export interface Field {
  readonly name: string;
  readonly description?: string | null;
  readonly args: readonly InputValue[];
  readonly type: TypeRef;
  readonly deprecationReason?: string | null;
}

/** A type of the schema. */
export interface SchemaType {
  readonly kind: string;
  readonly name: string;
  readonly description?: string | null;
  readonly fields?: readonly Field[] | null;
  readonly inputFields?: readonly InputValue[] | null;
  readonly enumValues?: readonly Pick<Field, "name" | "description" | "deprecationReason">[] | null;
  readonly interfaces?: readonly TypeRef[] | null;
  readonly possibleTypes?: readonly TypeRef[] | null;
}

/** The schema, as introspection describes it. */
export interface Schema {
  readonly __schema: {
    readonly queryType?: { readonly name: string } | null;
    readonly mutationType?: { readonly name: string } | null;
    readonly subscriptionType?: { readonly name: string } | null;
    readonly types: readonly SchemaType[];
  };
}

/** What the inspection found, and how clients use the schema. */
export interface Insight {
  readonly findings?: readonly {
    readonly section: string;
    readonly message: string;
    readonly typeName?: string;
    readonly site?: {
      readonly description: string;
      readonly location?: { readonly file: string; readonly line: number };
    };
  }[];
  readonly usage?: {
    readonly since: string;
    readonly documents: readonly {
      readonly operationName: string | null;
      readonly document: string;
      readonly count: number;
      readonly errors: number;
      readonly meanMs: number;
      readonly maxMs: number;
      readonly clients: Readonly<Record<string, number>>;
    }[];
    readonly fields: readonly FieldUse[];
  };
}

/** How often a field was selected, and by whom. */
export interface FieldUse {
  readonly coordinate: string;
  readonly count: number;
  readonly clients: Readonly<Record<string, number>>;
  readonly deprecationReason?: string;
}

/** The name within a type as it is used. */
export function nameOf({ name, ofType }: TypeRef): string {
  return name ?? (ofType ? nameOf(ofType) : "");
}

/** What stands before and behind the name: `["[", "!]!"]`. */
export function wrappingOf({ kind, ofType }: TypeRef): readonly [before: string, behind: string] {
  if (!ofType) return ["", ""];
  const [before, behind] = wrappingOf(ofType);
  return kind === "LIST" ? [`[${before}`, `${behind}]`] : [before, `${behind}!`];
}

/** The service's own types, the roots first. */
export function typesOf({ __schema }: Schema): readonly SchemaType[] {
  const roots = [__schema.queryType, __schema.mutationType, __schema.subscriptionType].flatMap((type) =>
    type?.name ?? []
  );
  const rank = ({ name, kind }: SchemaType) =>
    roots.includes(name) ? roots.indexOf(name) : kind === "SCALAR" ? 100 : 50;
  return __schema.types.filter(({ name }) => !name.startsWith("__"))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Types that have the text in their names, fields or descriptions. */
export function matching(types: readonly SchemaType[], text: string): readonly SchemaType[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return types;
  return types.filter(({ name, description, fields, inputFields, enumValues }) =>
    [name, description ?? "", ...[...fields ?? [], ...inputFields ?? [], ...enumValues ?? []].map((each) => each.name)]
      .some((each) => each.toLowerCase().includes(wanted))
  );
}

/** Types and their fields for the search. */
export async function schemaHits(): Promise<readonly Hit[]> {
  const types = typesOf(await readData<Schema>("schema"));
  return types.flatMap(({ name, kind, fields }) => [
    { title: name, detail: kind.toLowerCase().replace("_", " "), href: addressOf("schema", [name]) },
    ...(fields ?? []).map((field) => ({
      title: `${name}.${field.name}`,
      detail: "field",
      href: addressOf("schema", [name]),
    })),
  ]);
}
