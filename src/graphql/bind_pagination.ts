import type { ContainerModuleLoadOptions } from "../../deps.ts";
import { KeysetMismatchError } from "../data/vocabulary.ts";
import { DataFetcherExceptionResolver, TypeDefinitionConfigurer } from "./execution/mod.ts";
import {
  ConnectionAdapter,
  ConnectionTypeDefinitionConfigurer,
  CursorEncoder,
  CursorStrategy,
  ScrollPositionCursorStrategy,
  SliceConnectionAdapter,
  WindowConnectionAdapter,
} from "./pagination/mod.ts";
import { GraphQlRepository, RepositoryWiring } from "./repositories/mod.ts";
import { ErrorType, RuntimeWiringConfigurer } from "./wiring/mod.ts";

/** The resolver that ships comes after an application's own. */
const afterOthers = 1000;

/**
 * Binds what connections and repositories need: cursors, adapters, the types of connections, automatic registration.
 *
 * @param module the module of the GraphQL feature
 */
export function bindPagination({ bind }: ContainerModuleLoadOptions): void {
  bind(CursorStrategy).toResolvedValue(() =>
    CursorStrategy.withEncoder(new ScrollPositionCursorStrategy(), CursorEncoder.base64())
  );
  bind(ConnectionAdapter).toResolvedValue((cursors) => new WindowConnectionAdapter(cursors), [CursorStrategy]);
  bind(ConnectionAdapter).toResolvedValue((cursors) => new SliceConnectionAdapter(cursors), [CursorStrategy]);
  bind(ConnectionTypeDefinitionConfigurer).toResolvedValue(() => new ConnectionTypeDefinitionConfigurer());
  bind(TypeDefinitionConfigurer).toResolvedValue((types) => types, [ConnectionTypeDefinitionConfigurer]);
  bind(RuntimeWiringConfigurer).toResolvedValue(
    (repositories: GraphQlRepository[], cursors: CursorStrategy) => new RepositoryWiring(repositories, cursors),
    [{ serviceIdentifier: GraphQlRepository, isMultiple: true }, CursorStrategy],
  );
  bind(DataFetcherExceptionResolver).toConstantValue({
    order: afterOthers,
    resolveException: (exception) => foreignCursor(exception),
  });
}

/** A cursor that was made for another sort is the client's mistake, found where data is read. */
function foreignCursor(exception: unknown) {
  if (!(exception instanceof KeysetMismatchError)) return undefined;
  return [{ errorType: ErrorType.BAD_REQUEST, message: "Cannot use the cursor as it must be made for the same sort" }];
}
