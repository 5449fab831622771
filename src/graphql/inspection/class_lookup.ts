import type { GraphQLObjectType } from "../../../deps.ts";
import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { DataFetcher } from "../wiring/mod.ts";
import type { CodeModel } from "./code_model.ts";
import type { CodeClass } from "./code_type.ts";
import { describedFetcher } from "./described_fetcher.ts";
import type { SchemaMappingInspectorInitializer } from "./inspection_options.ts";

/** Finds the class of an object type: by resolver, by explicit mapping, by name. */
export class ClassLookup {
  readonly #options: SchemaMappingInspectorInitializer;
  readonly #model: CodeModel;
  readonly #byName = new Map<string, Class>();

  /**
   * @param options the application's configuration of classes
   * @param model the application's classes
   * @param fetchers every registered data fetcher: the classes that they reach may be found by name
   */
  constructor(options: SchemaMappingInspectorInitializer, model: CodeModel, fetchers: Iterable<DataFetcher>) {
    this.#options = options;
    this.#model = model;
    const reached = new Set<Class>(options.candidates);
    for (const fetcher of fetchers) collect(describedFetcher(fetcher)?.returnType, reached);
    for (const type of reached) if (!this.#byName.has(type.name)) this.#byName.set(type.name, type);
  }

  /** The class that a resolver or an explicit mapping names. */
  explicit(type: GraphQLObjectType): CodeClass | undefined {
    const resolved = this.#options.resolvers.map((resolve) => resolve(type)).find((classes) => classes.length > 0);
    const found = resolved?.[0] ?? this.#options.mappings.get(type.name)?.[0];
    return found && this.#model.ofClass(found);
  }

  /** The class behind a member of a union or an implementation of an interface. */
  ofMember(type: GraphQLObjectType): CodeClass | undefined {
    const explicit = this.explicit(type);
    if (explicit) return explicit;
    const name = this.#options.classNameOf(type);
    const found = this.#byName.get(name);
    return found ? this.#model.ofClass(found) : this.#model.byName(name);
  }
}

function collect(descriptor: AnyDescriptor | undefined, into: Set<Class>): void {
  switch (descriptor?.kind) {
    case "list":
      return collect(descriptor.element, into);
    case "nullable":
      return collect(descriptor.inner, into);
    case "map":
      return collect(descriptor.value, into);
    case "container":
      return collect(descriptor.element, into);
    case "object": {
      const type = descriptor.type();
      if (into.has(type)) return;
      into.add(type);
      for (const property of descriptionOf(type)?.properties.values() ?? []) collect(property, into);
    }
  }
}
