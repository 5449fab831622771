/** What becomes of a statement on a table that nobody created: says how tables come to be. */
export function missingTable(cause: Error): Error {
  return new Error(
    `Cannot use a table as it must exist: name its class in option "entities" of data(), or create it with ` +
      `Database.createTables (${cause.message})`,
    { cause },
  );
}
