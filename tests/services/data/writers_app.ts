import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  MutationMapping,
  param,
  Resource,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

/** Lists of this many owners grow. */
export const owners = 20;

export class Person {
  constructor(readonly id: string, readonly friends: readonly Person[]) {}
}
describeType(Person, { id: t.id, friends: t.list(t.object(() => Person)) }, { id: "id", table: "persons" });
export class People extends repository(Person, {}) {}

/** Has a field for each process, and a count that all add to. */
export class Shared {
  constructor(
    readonly id: string,
    readonly field0: number,
    readonly field1: number,
    readonly field2: number,
    readonly count: number,
  ) {}
}
describeType(Shared, { id: t.id, field0: t.int, field1: t.int, field2: t.int, count: t.int }, {
  id: "id",
  table: "shared_items",
});
export class SharedItems extends repository(Shared, {}) {}

export class Account {
  constructor(readonly id: string, readonly balance: number, readonly version: number) {}
}
describeType(Account, { id: t.id, balance: t.int, version: t.int }, { id: "id", version: "version" });
export class Accounts extends repository(Account, {}) {}

class WriteController {
  constructor(readonly database: Database, readonly shared: SharedItems, readonly accounts: Accounts) {}

  /** Adds in a transaction that locks the row. */
  @MutationMapping({ params: [param.argument("id", t.id)], returns: t.int })
  async add(id: string): Promise<number> {
    return await this.database.transactions.run(async () => {
      const item = (await this.shared.findById(id, { lock: "update" }))!;
      return (await this.shared.save({ ...item, count: item.count + 1 })).count;
    }, { retry: true });
  }

  /** Adds by the version alone: of those who read the same one, the first wins. */
  @MutationMapping({ params: [param.argument("id", t.id)], returns: t.int })
  async deposit(id: string): Promise<number> {
    const account = (await this.accounts.findById(id))!;
    return (await this.accounts.save({ ...account, balance: account.balance + 1 })).balance;
  }
}

const schema = "type Query { nothing: Int } type Mutation { add(id: ID!): Int! deposit(id: ID!): Int! }";

/** Opens an application on the database that all processes share. */
export async function writersApp(url: string, databaseSchema: string | undefined): Promise<Application> {
  const repositories = new ContainerModule(({ bind }) => {
    bind(People).toResolvedValue((database) => new People(database), [Database]);
    bind(SharedItems).toResolvedValue((database) => new SharedItems(database), [Database]);
    bind(Accounts).toResolvedValue((database) => new Accounts(database), [Database]);
  });
  const container = createContainer(
    data({
      url,
      entities: [Person, Shared, Account],
      ...(databaseSchema === undefined ? {} : { schema: databaseSchema }),
    }),
    graphql({ schema: [Resource.text("writers", schema)] }),
    controller(WriteController, Database, SharedItems, Accounts),
    rest(),
    repositories,
    exportRepository(People, { path: "people", writable: true }),
    exportRepository(SharedItems, { path: "shared", writable: true }),
    exportRepository(Accounts, { path: "accounts", writable: true }),
  );
  return await createApp(container, { properties: { logging: { level: "OFF" }, data: { lockTimeoutMs: 20_000 } } });
}
