import { type GraphQLSchema, isInterfaceType, isObjectType } from "../../deps.ts";

/** Uses of one field, by clients. */
export interface FieldUse {
  readonly coordinate: string;
  readonly count: number;
  readonly clients: Readonly<Record<string, number>>;
}

/** How clients use a schema, as `/actuator/graphql` reports it. */
export interface ReportedUsage {
  /** When counting began. */
  readonly since: string;
  readonly fields: readonly FieldUse[];
}

/** The usage of a changed element. */
export interface ChangeUse {
  readonly count: number;
  /** Uses by the names of clients, the most frequent first. */
  readonly clients: Readonly<Record<string, number>>;
}

/**
 * Reads a report of use.
 *
 * @param place a file, or the address of `/actuator/graphql`
 * @param headers sent to the service
 * @throws TypeError when it is no such report
 */
export async function readUsage(place: string, headers: Headers): Promise<ReportedUsage> {
  const report = JSON.parse(await textOf(place, headers)) as { readonly usage?: unknown };
  const usage = (report.usage ?? report) as Partial<ReportedUsage>;
  if (Array.isArray(usage.fields) && typeof usage.since === "string") return usage as ReportedUsage;
  throw new TypeError(
    `Cannot read the use of the schema from "${place}" as it must have "fields" and "since": set ` +
      `graphql.usageReport in the service, whose /actuator/graphql reports them`,
  );
}

async function textOf(place: string, headers: Headers): Promise<string> {
  if (!/^https?:/.test(place)) return await Deno.readTextFile(place);
  const response = await fetch(place, { headers });
  const text = await response.text();
  if (response.ok) return text;
  throw new TypeError(`Cannot read the use of the schema from "${place}" as its status is ${response.status}`);
}

/** Finds the usage of changed elements. */
export class SchemaUses {
  readonly #schema: GraphQLSchema;
  readonly #uses: ReadonlyMap<string, FieldUse>;

  /**
   * @param schema the schema whose use was reported
   * @param usage the report
   */
  constructor(schema: GraphQLSchema, usage: ReportedUsage) {
    this.#schema = schema;
    this.#uses = new Map(usage.fields.map((use) => [use.coordinate, use]));
  }

  /**
   * Finds the uses of a type, a field or an argument. Of an argument that is not deprecated, those of its field.
   *
   * @param path the names of type, field and argument, as `Book.title` or `Query.books.first`
   * @returns `undefined` if the report does not contain it
   */
  of(path: string): ChangeUse | undefined {
    const [typeName = "", member, argument] = path.split(".");
    const type = this.#schema.getType(typeName);
    if (type !== undefined && "getValue" in type) return this.#deprecated(path, type.getValue(member ?? ""));
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const owners = [type, ...type.getInterfaces()];
    if (member === undefined) {
      return sum([...this.#uses.values()].filter(({ coordinate }) => coordinate.startsWith(`${typeName}.`)));
    }
    const declared = type.getFields()[member]?.args.find(({ name }) => name === argument);
    const suffix = declared?.deprecationReason == null ? "" : `(${argument}:)`;
    // A field that is selected on an interface is one of the types that implement it.
    return sum(owners.flatMap(({ name }) => this.#uses.get(`${name}.${member}${suffix}`) ?? []));
  }

  /** Only deprecated enum values are counted. */
  #deprecated(path: string, value: { readonly deprecationReason?: unknown } | undefined | null): ChangeUse | undefined {
    if (value?.deprecationReason == null) return undefined;
    return sum([this.#uses.get(path) ?? []].flat());
  }
}

function sum(uses: readonly FieldUse[]): ChangeUse {
  const clients = new Map<string, number>();
  for (const use of uses) {
    for (const [name, count] of Object.entries(use.clients)) clients.set(name, (clients.get(name) ?? 0) + count);
  }
  const sorted = [...clients].sort(([, one], [, other]) => other - one);
  return { count: uses.reduce((total, { count }) => total + count, 0), clients: Object.fromEntries(sorted) };
}
