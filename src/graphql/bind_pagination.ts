import type { ContainerModuleLoadOptions } from "../../deps.ts";
import { TypeDefinitionConfigurer } from "./execution/mod.ts";
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
import { RuntimeWiringConfigurer } from "./wiring/mod.ts";

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
}
