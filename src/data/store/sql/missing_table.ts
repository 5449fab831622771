/** Creates the error of a statement on a missing table, which names the ways to create it. */
export function missingTable(cause: Error): Error {
  return new Error(
    `Cannot use a table as it must exist: name its class in option "entities" of data(), or create it with ` +
      `Database.createTables (${cause.message})`,
    { cause },
  );
}
