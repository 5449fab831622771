import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  type DataOptions,
  describeType,
  entity,
  type EspalierPropertiesInput,
  graphql,
  type LogRecord,
  LogSink,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import {
  AccessDeniedError,
  apiKeys,
  audit,
  AuditLog,
  type AuditOptions,
  type AuditRecord,
  createApiKey,
  hasRole,
  permitAll,
  requires,
  Secured,
  security,
} from "@espalier/espalier/security";

export class Account extends entity({
  id: t.id,
  name: t.mutable(t.string),
  pin: t.mutable(t.nullable(t.secret(t.string))),
}, { id: "id", unique: [["name"]] }) {}
export class Accounts extends repository(Account) {}

export class Login {
  constructor(readonly name: string, readonly password: string) {}
}
describeType(Login, { name: t.string, password: t.secret(t.string) });

/** Code may throw one error many times. */
const refusal = new AccessDeniedError("Not today");

export class AccountController {
  constructor(readonly accounts: Accounts) {}

  @QueryMapping({ params: [], returns: t.string })
  @Secured(hasRole("admin"))
  secretOfAdmins(): string {
    return "x";
  }
  @MutationMapping({ params: [param.argument("id", t.id), param.argument("name", t.string)], returns: t.boolean })
  async rename(id: string, name: string): Promise<boolean> {
    const account = await this.accounts.findById(id);
    if (account === null) throw new RangeError(`There is no account ${id}`);
    account.name = name;
    await this.accounts.save(account);
    if (name === "later") throw new RangeError("Too late");
    return true;
  }
  @MutationMapping({ params: [param.argument("login", t.object(() => Login))], returns: t.boolean })
  signIn(login: Login): boolean {
    return login.password.length > 0;
  }
  @MutationMapping({ params: [], returns: t.boolean })
  refuse(): boolean {
    throw refusal;
  }
  @MutationMapping({ params: [], returns: t.boolean })
  @Secured(requires("accounts:write"))
  close(): boolean {
    return true;
  }
}

const schema = `
  type Query { secretOfAdmins: String }
  type Mutation {
    rename(id: ID!, name: String!): Boolean
    signIn(login: LoginInput!): Boolean
    close: Boolean
    refuse: Boolean
  }
  input LoginInput { name: String!, password: String! }
`;

const { key, stored } = createApiKey("ada", { roles: ["user"] });

/** A service that records, and how tests talk to it. */
export class AuditedApp implements AsyncDisposable {
  private constructor(readonly app: Application, readonly records: LogRecord[]) {}

  static async open(
    options: AuditOptions = {},
    { store = { url: "memory:" }, modules = [], properties = {} }: {
      readonly store?: DataOptions;
      readonly modules?: readonly ContainerModule[];
      readonly properties?: EspalierPropertiesInput;
    } = {},
  ): Promise<AuditedApp> {
    const records: LogRecord[] = [];
    const beans = new ContainerModule(({ bind }) => {
      bind(LogSink).toConstantValue((record) => void records.push(record));
      bind(Accounts).toResolvedValue((database) => new Accounts(database), [Database]).inSingletonScope();
    });
    const app = await createApp(
      createContainer(
        graphql({ schema: [Resource.text("accounts", schema)] }),
        controller(AccountController, Accounts),
        data({ ...store, entities: [Account] }),
        rest(),
        actuator(),
        exportRepository(Accounts, { path: "accounts", writable: true, exposeId: true }),
        security({
          schemes: [apiKeys({ keys: [stored] })],
          paths: { "/closed/{*path}": hasRole("nobody"), "/{*path}": permitAll() },
        }),
        audit(options),
        beans,
        ...modules,
      ),
      { properties: { actuator: { exposureInclude: ["*"] }, logging: { level: "INFO" }, ...properties } },
    );
    return new AuditedApp(app, records);
  }

  /** An API key of ada's. */
  readonly key = key;

  get accounts(): Accounts {
    return this.app.container.get(Accounts);
  }

  get log(): AuditLog {
    return this.app.container.get(AuditLog);
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const init = { method, headers: { "x-api-key": key, ...type, ...headers } };
    const response = await this.app.fetch(
      new Request(`http://localhost${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) }),
      { remoteAddr: { hostname: "192.0.2.7" } },
    );
    const text = await response.text();
    return new Response(response.status === 204 ? null : text, { status: response.status, headers: response.headers });
  }

  /** The data, or the classifications of the errors. */
  async ask(query: string, headers: Record<string, string> = {}): Promise<unknown> {
    const { data, errors } = await (await this.send("POST", "/graphql", { query }, headers)).json();
    return errors?.map(({ extensions }: { extensions: { classification: string } }) => extensions.classification) ??
      data;
  }

  /** All records without ids and times. */
  async recorded(): Promise<Partial<AuditRecord>[]> {
    await this.log.flush();
    return (await this.log.find()).map(({ type, principal, outcome, resource, reason, remoteAddress, data }) => ({
      type,
      principal,
      outcome,
      resource,
      ...(reason === null ? {} : { reason }),
      ...(remoteAddress === "192.0.2.7" ? {} : { remoteAddress }),
      data,
    }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.app[Symbol.asyncDispose]();
  }
}
