import { createRequire } from "node:module";
import { type ExecutorFactory, fieldsOf, type ResolvableSchema, resolve } from "./executors.ts";
import type { GeneratedService, Question } from "./generated_service.ts";

/** graphql-jit and the graphql-js that it works with: typed as far as they are used here. */
interface Jit {
  compileQuery(schema: unknown, document: unknown, operationName: string): { query(...args: unknown[]): unknown };
}

interface GraphQl16 {
  buildSchema(text: string): ResolvableSchema;
  parse(text: string): unknown;
}

interface Loader {
  load(key: unknown): Promise<unknown>;
}

const packages = ["graphql@16.11.0", "graphql-jit@0.8.7", "dataloader@2.2.3"];

/**
 * Installs graphql-jit into a folder.
 *
 * @param folder a folder that is removed afterwards
 * @throws Error if npm fails, for example without a network
 */
export async function installJit(folder: string): Promise<ExecutorFactory> {
  const npm = new Deno.Command("npm", {
    args: ["install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, ...packages],
    signal: AbortSignal.timeout(120_000),
  });
  const { success } = await npm.output();
  if (!success) throw new Error(`Cannot install ${packages.join(", ")} with npm`);
  const load = createRequire(`${folder}/`);
  const [jit, graphQl, Loader] = [load("graphql-jit"), load("graphql"), load("dataloader")];
  return jitExecutor({ jit, graphQl, Loader });
}

function jitExecutor({ jit, graphQl, Loader }: { jit: Jit; graphQl: GraphQl16; Loader: new (b: unknown) => Loader }) {
  const factory: ExecutorFactory = (service, { query }) => {
    const compiled = jit.compileQuery(schemaOf(graphQl, service), graphQl.parse(query), "");
    return async (question: Question) => {
      const loader = new Loader((sources: readonly { owner: unknown }[]) =>
        Promise.resolve(sources.map(({ owner }) => owner))
      );
      return JSON.stringify(await compiled.query(question.rows, loader, question.variables));
    };
  };
  return factory;
}

function schemaOf(graphQl: GraphQl16, service: GeneratedService) {
  const schema = resolve(graphQl.buildSchema(service.definitions), service);
  fieldsOf(schema, service.ownedType).owner!.resolve = (source: unknown, _args: unknown, loader: Loader) =>
    loader.load(source);
  return schema;
}
