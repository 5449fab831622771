import { ContainerModule } from "@espalier/espalier";
import {
  CompiledExecutionStrategy,
  type ExecutionStrategy,
  type GraphQLBuilder,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";

/** The strategies that an application can be configured with. */
export const strategies: Readonly<Record<string, () => ExecutionStrategy>> = {
  compiled: () =>
    new CompiledExecutionStrategy({ reference: new ReferenceExecutionStrategy(), generationBudget: Infinity }),
  interpreted: () =>
    new CompiledExecutionStrategy({ reference: new ReferenceExecutionStrategy(), generationBudget: 0 }),
  reference: () => new ReferenceExecutionStrategy(),
};

/** A module that makes an application execute with a strategy. */
export function executingWith(make: () => ExecutionStrategy): ContainerModule {
  const configure = (engine: GraphQLBuilder) => {
    const strategy = make();
    engine.queryExecutionStrategy(strategy).mutationExecutionStrategy(strategy)
      .subscriptionExecutionStrategy(strategy);
  };
  return new ContainerModule(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => void builder.configureGraphQl(configure),
    });
  });
}

/**
 * How often an operation has to be executed to see all that a strategy does: code is generated on the third use.
 *
 * @param name a name of {@linkcode strategies}
 */
export function executionsOf(name: string): number {
  return name === "compiled" ? 4 : 1;
}
