import {
  type AnyDescriptor,
  isStandardSchema,
  type MaybePromise,
  type StandardSchema,
  t,
  type TypeOf,
} from "../../../kernel/mod.ts";
import type { FieldArguments } from "../../wiring/mod.ts";
import { ArgumentValue } from "../binding/argument_value.ts";
import { bindingOf } from "../binding/bind_argument.ts";
import { requireBindable } from "../binding/require_bindable.ts";
import type { HandlerParameter, ParameterReader } from "../handler_parameter.ts";

/** The description of an argument: a descriptor, or any Standard Schema, which also validates. */
export type ArgumentType = AnyDescriptor | StandardSchema;

/** The TypeScript type of a described argument. */
export type ArgumentTypeOf<A> = A extends StandardSchema<infer T> ? T : TypeOf<A>;

/**
 * One argument of the field.
 *
 * @param name the argument's name in the schema
 * @param type the type of the method's parameter
 */
export function argumentParameter<A extends ArgumentType, const N extends string>(
  name: N,
  type: A,
): HandlerParameter<ArgumentTypeOf<A>, N> {
  const bind = bindingOf(type, name);
  return {
    kind: "argument",
    expects: { name, type: descriptorOf(type) },
    // The binding returns the described type; the compiler can't infer it from the descriptor.
    prepare: ({ propertyNameOf }) => {
      requireBindable(descriptorOf(type));
      return ofArguments((args) => bind(args[name], propertyNameOf) as MaybePromise<ArgumentTypeOf<A>>);
    },
  };
}

/**
 * One argument that distinguishes between omitted and `null`.
 *
 * @param name the argument's name in the schema
 * @param type the type of the value if it is present
 */
export function argumentValueParameter<A extends ArgumentType, const N extends string>(
  name: N,
  type: A,
): HandlerParameter<ArgumentValue<NonNullable<ArgumentTypeOf<A>>>, N> {
  type Value = NonNullable<ArgumentTypeOf<A>>;
  const bind = bindingOf(type, name);
  const wrap = (value: unknown) => ArgumentValue.ofNullable<Value>(value as Value | null);
  return {
    kind: "argumentValue",
    expects: { name, type: t.nullable(descriptorOf(type)) },
    prepare: ({ propertyNameOf }) => {
      requireBindable(descriptorOf(type));
      return ofArguments((args) => {
        if (!Object.hasOwn(args, name)) return ArgumentValue.omitted<Value>();
        // A descriptor describes present values only; a validator may reject null.
        if (args[name] === null && !isStandardSchema(type)) return wrap(null);
        const bound = bind(args[name], propertyNameOf);
        return bound instanceof Promise ? bound.then(wrap) : wrap(bound);
      });
    },
  };
}

/** All arguments as they were coerced. */
export function argumentsParameter(): HandlerParameter<FieldArguments>;
/**
 * All arguments, bound to one object.
 *
 * @param type the object's type
 */
export function argumentsParameter<A extends ArgumentType>(type: A): HandlerParameter<ArgumentTypeOf<A>>;
export function argumentsParameter(type?: ArgumentType): HandlerParameter {
  if (!type) return { kind: "arguments", prepare: () => ofArguments((args) => args) };
  const bind = bindingOf(type, objectNameOf(type));
  return {
    kind: "arguments",
    prepare: ({ propertyNameOf }) => {
      requireBindable(descriptorOf(type));
      return ofArguments((args) => bind(args, propertyNameOf));
    },
  };
}

function ofArguments<T>(read: (args: FieldArguments) => MaybePromise<T>): ParameterReader<T> {
  return {
    read: (environment) => read(environment.arguments),
    direct: (_source, args) => read(args),
    batch: (args) => read(args),
  };
}

function descriptorOf(type: ArgumentType): AnyDescriptor {
  return isStandardSchema(type) ? t.unknown : type;
}

function objectNameOf(type: ArgumentType): string {
  if (isStandardSchema(type) || type.kind !== "object") return "arguments";
  const { name } = type.type();
  return name[0]!.toLowerCase() + name.slice(1);
}
