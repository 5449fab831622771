import { type AnyDescriptor, describeValue, type TypeOf } from "../../kernel/mod.ts";
import { argumentBinding } from "../controllers/handlers.ts";
import type { HandlerParameter } from "../controllers/mod.ts";
import type { FieldArguments } from "../wiring/mod.ts";
import { type Representation, RequestEntities } from "./request_entities.ts";

/** The argument key of all representations of a batch. It is not a valid name, so that no field can have it. */
export const allRepresentations = "[representations]";

/**
 * All representations of a request that a batch `@EntityMapping` method resolves, in order.
 *
 * @example
 * ```ts
 * import { EntityMapping, representations } from "@espalier/espalier/federation";
 *
 * class ProductController {
 *   @EntityMapping({ params: [representations()] })
 *   product(given: readonly Readonly<Record<string, unknown>>[]) {
 *     return given.map(({ sku }) => ({ sku, name: `Product ${sku}` }));
 *   }
 * }
 * console.log(new ProductController().product([{ sku: "a" }])); // [{ sku: "a", name: "Product a" }]
 * ```
 */
export function representations(): HandlerParameter<readonly Representation[]> {
  const read = (args: FieldArguments) => args[allRepresentations] as readonly Representation[];
  return {
    kind: "representations",
    prepare: () => ({ read: (environment) => read(environment.arguments), direct: (_source, args) => read(args) }),
  };
}

/**
 * A value that the field's `@requires` names: another subgraph owns it, and the gateway sends it with the entity.
 *
 * @param name of the field, for example `price` of `@requires(fields: "price")`
 * @param type the type of the method's parameter
 *
 * @example
 * ```ts
 * import { param, SchemaMapping, t } from "@espalier/espalier";
 * import { required } from "@espalier/espalier/federation";
 *
 * class ShippingController {
 *   // type Product @key(fields: "id") { id: ID!, weight: Int @external, shipping: Int @requires(fields: "weight") }
 *   @SchemaMapping({ typeName: "Product", params: [required("weight", t.int)], returns: t.int })
 *   shipping(weight: number): number {
 *     return weight * 2;
 *   }
 * }
 * console.log(new ShippingController().shipping(21)); // 42
 * ```
 */
export function required<A extends AnyDescriptor>(name: string, type: A): HandlerParameter<TypeOf<A>, never> {
  const bind = argumentBinding(type, name);
  return {
    kind: "required",
    readsAnyArgument: false,
    prepare: ({ propertyNameOf }) => {
      const read = (entities: RequestEntities, source: unknown) =>
        bind(entities.valueOf(source, name) ?? null, propertyNameOf) as TypeOf<A>;
      return {
        read: ({ graphQlContext, source }) => read(RequestEntities.of(graphQlContext), source),
        direct: (source, _args, request) => read(RequestEntities.of(request.graphQlContext), source),
      };
    },
  };
}

/**
 * For a `@BatchMapping` method: reads from each source a value that the field's `@requires` names.
 *
 * @param name of the field
 * @param type of the value
 *
 * @example
 * ```ts
 * import { BatchMapping, t } from "@espalier/espalier";
 * import { requiredOfEach } from "@espalier/espalier/federation";
 *
 * class Product {
 *   constructor(readonly id: string) {}
 * }
 * class ShippingController {
 *   @BatchMapping({ source: () => Product, params: [requiredOfEach("weight", t.int)], returns: t.int })
 *   shipping(products: readonly Product[], weightOf: (product: unknown) => number): number[] {
 *     return products.map((product) => weightOf(product) * 2);
 *   }
 * }
 * console.log(new ShippingController().shipping([new Product("1")], () => 21)); // [42]
 * ```
 */
export function requiredOfEach<A extends AnyDescriptor>(
  name: string,
  type: A,
): HandlerParameter<(source: unknown) => TypeOf<A>, never> {
  const bind = argumentBinding(type, name);
  return {
    kind: "requiredOfEach",
    readsAnyArgument: false,
    prepare: ({ propertyNameOf, description, index }) => ({
      read: () => {
        throw new TypeError(`Parameter [${index}] in ${description}: use required(${describeValue(name)}, …) here`);
      },
      batch: (_args, { graphQlContext }) => (source) =>
        bind(RequestEntities.of(graphQlContext).valueOf(source, name) ?? null, propertyNameOf) as TypeOf<A>,
    }),
  };
}
