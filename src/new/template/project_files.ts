import type { ServiceDescription } from "./service_description.ts";

/** The configuration: one import, and the tasks of the day. */
export function configurationFile({ framework, checkout }: ServiceDescription): string {
  const run = "--allow-net --allow-read --allow-write --allow-env";
  const configuration = {
    imports: { "@espalier/espalier": framework },
    ...(checkout === undefined ? {} : { links: [checkout] }),
    tasks: {
      start: `deno run ${run} main.ts`,
      types: `deno run --allow-read --allow-write=. ${framework}/types`,
      dev:
        `deno task types --watch & deno run --allow-read --allow-env --allow-run=deno ${framework}/dev ${run} main.ts`,
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

/**
 * The image: the service runs as a user that can change nothing but the folder `/data`, on a disk that is not writable.
 *
 * @param service its port
 */
export function dockerFile({ port }: ServiceDescription): string {
  const permissions = "--allow-net --allow-read=/app,/data --allow-write=/data --allow-env=ESPALIER_*,PG*".split(" ");
  const command = [
    "/bin/deno",
    "run",
    "--cached-only",
    "--no-prompt",
    "--no-code-cache",
    ...permissions,
    "/app/main.ts",
  ];
  return `FROM denoland/deno:${Deno.version.deno} AS build
WORKDIR /app
ENV DENO_DIR=/deno-dir
COPY . .
RUN ["deno", "cache", "main.ts"]

FROM denoland/deno:distroless-${Deno.version.deno}
ENV DENO_DIR=/deno-dir DENO_NO_UPDATE_CHECK=1 ESPALIER_HTTP_HOSTNAME=0.0.0.0
COPY --from=build /deno-dir /deno-dir
COPY --from=build /app /app
# Where an SQLite file lies: mount a volume that the user can write.
WORKDIR /data
USER 65532:65532
EXPOSE ${port}
ENTRYPOINT [${command.map((word) => JSON.stringify(word)).join(", ")}]
`;
}

/** What is not sent to the builder of the image. */
export const dockerIgnoreFile = `.git
.env*
*.db
*.db-*
`;

/** How to run, ask and test the service. */
export function readmeFile({ name, port }: ServiceDescription): string {
  return `# ${name}

\`\`\`sh
deno task start
deno task dev   # for development: restarts when a file changes, checks types, and has pages for the browser
deno task test
deno task types # after a change of the schema or an operation: writes schema.ts and the like; dev does so by itself
\`\`\`

\`\`\`sh
curl localhost:${port}/graphql -H 'content-type: application/json' \\
  -d '{"query":"mutation { addBook(title: \\"Emma\\", author: \\"Jane Austen\\") { id } }"}'
curl localhost:${port}/graphql -H 'content-type: application/json' -d '{"query":"{ books { title author } }"}'
curl localhost:${port}/actuator/health
\`\`\`

\`\`\`sh
docker build --tag ${name} .
docker run --read-only --volume ${name}:/data --publish ${port}:${port} ${name}
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
- \`Dockerfile\`: the image, without root and without a writable disk but for \`/data\`
`;
}
