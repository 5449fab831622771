import type { ServiceDescription } from "./service_files.ts";

/** The configuration: one import, and the tasks of the day. */
export function configurationFile({ framework, checkout }: ServiceDescription): string {
  const run = "--allow-net --allow-read --allow-write --allow-env";
  const configuration = {
    imports: { "@espalier/espalier": framework },
    ...(checkout === undefined ? {} : { links: [checkout] }),
    tasks: {
      start: `deno run ${run} main.ts`,
      types: `deno run --allow-read --allow-write=. ${framework}/types`,
      dev: `deno task types --watch & ESPALIER_PRESET=development deno run --watch=graphql ${run} main.ts`,
      test: "ESPALIER_PRESET=test deno test --allow-read --allow-env",
    },
    // Deno then tells a client that left from one that was answered, and prints no warning about it.
    unstable: ["no-legacy-abort"],
    fmt: { lineWidth: 120 },
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
}

/** What is not to be committed: the database. */
export const gitIgnoreFile = `*.db
*.db-shm
*.db-wal
`;

/** How to run, ask and test the service. */
export function readmeFile({ name, port }: ServiceDescription): string {
  return `# ${name}

\`\`\`sh
deno task start
deno task dev   # for development: restarts when a file changes, and has pages for the browser
deno task test
deno task types # after a change of the schema or an operation: writes schema.ts and the like; dev does so by itself
\`\`\`

\`\`\`sh
curl localhost:${port}/graphql -H 'content-type: application/json' \\
  -d '{"query":"mutation { addBook(title: \\"Emma\\", author: \\"Jane Austen\\") { id } }"}'
curl localhost:${port}/graphql -H 'content-type: application/json' -d '{"query":"{ books { title author } }"}'
curl localhost:${port}/actuator/health
\`\`\`

- \`graphql/books.graphqls\`: the schema
- \`books/book.ts\`: the entity
- \`books/books.ts\`: the repository
- \`schema.ts\`, \`schema_models.ts\`: written from the schema, so that the compiler checks controllers against it
- \`graphql-test/books.graphql\`: the operations of the tests; \`operations.ts\` is written from them, with their types
- \`books/book_controller.ts\`: queries, a mutation, and what becomes of an exception
- \`service.ts\`: puts the service together
- \`main.ts\`: starts it
- \`service_test.ts\`: tests it, in one process and without a socket
`;
}
