import { type Container, ContainerModule, GraphQLError, GraphQLScalarType } from "../../../../deps.ts";
import { EspalierProperties, installOnce, StartupTask } from "../../../kernel/mod.ts";
import { DataFetcherExceptionResolver } from "../../execution/mod.ts";
import { ErrorType, RuntimeWiringConfigurer } from "../../wiring/mod.ts";
import { loadFormParser } from "./deps.ts";
import { Upload } from "./upload.ts";
import { UploadError } from "./upload_error.ts";
import { UploadReader } from "./upload_reader.ts";

/**
 * Accepts files with operations, as [GraphQL multipart
 * requests](https://github.com/jaydenseric/graphql-multipart-request-spec).
 *
 * The schema declares `scalar Upload`; an argument of this type is an {@linkcode Upload}. Files are streamed to the
 * resolver as it reads them, within `graphql.maxUploadFiles`, `graphql.maxUploadFileBytes` and `http.bodyTimeoutMs`.
 *
 * @example
 * ```ts
 * import { controller, createApp, createContainer, graphql, MutationMapping, param, Resource, t } from "@espalier/espalier";
 * import { Upload, uploads } from "@espalier/espalier/graphql";
 *
 * class PhotoController {
 *   @MutationMapping({ params: [param.argument("photo", t.object(() => Upload))], returns: t.string })
 *   async addPhoto(photo: Upload): Promise<string> {
 *     const { name, stream } = await photo.open();
 *     const { size } = await new Response(stream).blob();
 *     return `${name}: ${size} bytes`;
 *   }
 * }
 * const schema = Resource.text(
 *   "photos.graphqls",
 *   "scalar Upload type Query { photos: Int } type Mutation { addPhoto(photo: Upload!): String! }",
 * );
 * const features = [graphql({ schema: [schema] }), uploads(), controller(PhotoController)];
 * await using app = await createApp(createContainer(...features));
 *
 * const form = new FormData();
 * const query = "mutation ($photo: Upload!) { addPhoto(photo: $photo) }";
 * form.append("operations", JSON.stringify({ query, variables: { photo: null } }));
 * form.append("map", JSON.stringify({ 0: ["variables.photo"] }));
 * form.append("0", new Blob(["…"]), "cat.png");
 * const request = new Request("http://localhost/graphql", {
 *   method: "POST",
 *   headers: { "graphql-preflight": "1" },
 *   body: form,
 * });
 * console.log(await (await app.fetch(request)).json()); // { data: { addPhoto: "cat.png: 3 bytes" } }
 * ```
 */
export function uploads(): ContainerModule {
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("uploads()", module);
    bind(StartupTask).toConstantValue({ name: "graphql: load the parser of forms", order: -1, run: provideReader });
    bind(RuntimeWiringConfigurer).toConstantValue({ configure: (wiring) => void wiring.scalar(uploadScalar()) });
    bind(DataFetcherExceptionResolver).toConstantValue({
      resolveException: (exception) =>
        exception instanceof UploadError
          ? [{ errorType: ErrorType.BAD_REQUEST, message: exception.message }]
          : undefined,
    });
  });
}

async function provideReader(container: Container): Promise<void> {
  const reader = new UploadReader(container.get(EspalierProperties), await loadFormParser());
  container.bind(UploadReader).toConstantValue(reader);
}

function uploadScalar(): GraphQLScalarType {
  const refuse = (): never => {
    throw new GraphQLError("A value of type Upload must be a variable that stands for a file of a multipart request");
  };
  return new GraphQLScalarType<Upload, never>({
    name: "Upload",
    parseValue: (value) => value instanceof Upload ? value : refuse(),
    parseLiteral: refuse,
    serialize: () => {
      throw new GraphQLError("A value of type Upload can't be part of a result");
    },
  });
}
