const bookstore = new URL("../../../examples/bookstore/", import.meta.url);

/** Makes a folder without modules that the bookstore can start in with a schema of its own: it has all migrations. */
export async function bookstoreRoot(): Promise<URL> {
  const root = new URL(`file://${await Deno.makeTempDir()}/`);
  await Deno.mkdir(new URL("graphql/", root));
  await Deno.mkdir(new URL("migrations/", root));
  for (const [i, module] of ["catalog", "inventory", "orders", "shipping"].entries()) {
    const migrations = new URL(`${module}/migrations/`, bookstore);
    for await (const { name } of Deno.readDir(migrations)) {
      const [, number, rest] = /^\d\d\d(\d)_(.*)$/.exec(name)!;
      await Deno.copyFile(new URL(name, migrations), new URL(`migrations/0${i}0${number}_${module}_${rest}`, root));
    }
  }
  return root;
}
