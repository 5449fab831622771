import { assertRejects, assertThrows } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Account {
  id!: string;
  password!: string;
}
describeType(Account, { id: t.id, password: t.string }, { id: "id" });
class Accounts extends EntityRepository<Account, string> {}

/** What a caller passes whom no compiler checks. */
const exporting = (options: unknown) => exportRepository(Accounts, options as never);

Deno.test("exportRepository: options of an export that do not exist are refused where they are written", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ pathh: "accounts" }, '"pathh" of exportRepository as it does not exist: did you mean "path"?'],
    [{ writable: { creat: true } }, '"creat" of "writable" of exportRepository as it does not exist'],
    [{ writable: "yes" }, 'must be an object: current value is "yes"'],
    [{ properties: { password: { hiden: true } } }, '"hiden" of property "password" of exportRepository'],
    [{ associations: { owner: { target: Account } } }, "a function must name the class, () => Account"],
  ];
  for (const [options, message] of cases) assertThrows(() => exporting(options), TypeError, message);
});

Deno.test("exportRepository: an option for a property that is not there fails the start: it was meant for another", async () => {
  const accounts = new ContainerModule(({ bind }) =>
    bind(Accounts).toResolvedValue((database) => new Accounts(database, Account), [Database])
  );
  const misspelt = exporting({ properties: { pasword: { hidden: true } } });
  await assertRejects(
    () => createApp(createContainer(data({ entities: [Account] }), rest(), accounts, misspelt)),
    Error,
    '"pasword" must name a described property: did you mean "password"?',
  );
});
