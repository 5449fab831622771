/**
 * A decorator that accepts methods of a certain shape, in the standard and in the legacy flavour.
 *
 * @typeParam A the method's parameters
 * @typeParam R the method's return type
 */
export interface HandlerDecorator<A extends readonly unknown[], R> {
  /** TC39 standard decorators. */
  (method: (...args: A) => R, context: ClassMethodDecoratorContext): void;
  /** Legacy decorators, with `experimentalDecorators`. */
  <M extends (...args: A) => R>(
    target: object,
    methodName: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void;
}
