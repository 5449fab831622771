import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import { type CodeClass, type CodeProperty, type CodeType, type SourceLocation, unknownType } from "./code_type.ts";
import type { ClassFact, MemberFact, TypeFact, TypeFacts } from "./type_facts.ts";

/**
 * The classes of the application as inspection sees them: from their descriptions and, for members without one, from
 * the facts that the TypeScript checker stored.
 */
export class CodeModel {
  readonly #facts = new Map<string, ClassFact[]>();
  readonly #classes = new Map<Class, CodeClass>();
  readonly #named = new Map<string, CodeClass>();

  readonly #describedByName = new Map<string, Class>();

  /**
   * @param facts what the TypeScript checker stored; absent where the facts task is not used
   * @param classes classes that facts may speak of: what they describe themselves counts
   */
  constructor(facts?: TypeFacts, classes: Iterable<Class> = []) {
    for (const type of classes) if (descriptionOf(type)?.type === type) this.#describedByName.set(type.name, type);
    for (const fact of facts?.classes ?? []) this.#facts.set(fact.name, [...this.#facts.get(fact.name) ?? [], fact]);
  }

  /** The class as inspection sees it. */
  ofClass(type: Class): CodeClass {
    let known = this.#classes.get(type);
    if (!known) this.#classes.set(type, known = new InspectedClass(type.name, () => this.#propertiesOf(type)));
    return known;
  }

  /** A class with stored facts, by name. */
  byName(name: string): CodeClass | undefined {
    const fact = this.#factOf(name);
    if (!fact) return undefined;
    const described = this.#describedByName.get(name);
    if (described) return this.ofClass(described);
    let known = this.#named.get(name);
    if (!known) this.#named.set(name, known = new InspectedClass(name, () => this.#membersOf(fact)));
    return known;
  }

  /**
   * The type that a descriptor stands for.
   *
   * @param descriptor absent means that nothing is known
   * @param element what `t.unknown` stands for inside of a container's own properties
   */
  ofDescriptor(descriptor: AnyDescriptor | undefined, element: CodeType = unknownType): CodeType {
    switch (descriptor?.kind) {
      case undefined:
        return unknownType;
      case "unknown":
        return element;
      case "scalar":
        return { kind: "leaf", name: descriptor.name };
      case "enum":
        return { kind: "leaf", name: "String", values: descriptor.values };
      case "map":
        return unknownType;
      case "object":
        return this.#ofReference(descriptor.type());
      case "list":
        return { kind: "list", element: this.ofDescriptor(descriptor.element, element) };
      case "nullable":
        return { kind: "nullable", inner: this.ofDescriptor(descriptor.inner, element) };
      case "container":
        return this.#ofContainer(descriptor.type(), this.ofDescriptor(descriptor.element, element));
    }
  }

  /** What a method returns according to the stored facts, once promises are awaited. */
  returnTypeOf(owner: Class, method: string): CodeType {
    const fact = this.#memberOf(owner, method);
    return fact ? this.#ofFact(fact.type) : unknownType;
  }

  /** Whether a method returns its value synchronously according to the stored facts. */
  isSynchronous(owner: Class, method: string): boolean {
    return this.#memberOf(owner, method)?.isSynchronous ?? false;
  }

  /** The source location of a method or property according to the stored facts. */
  locationOf(owner: string, member: string): SourceLocation | undefined {
    const fact = this.#factOf(owner);
    const found = fact?.members.find(({ name }) => name === member);
    return fact && found ? { file: fact.file, line: found.line } : undefined;
  }

  #memberOf(owner: Class, name: string): MemberFact | undefined {
    return this.#factOf(owner.name)?.members.find((member) => member.name === name);
  }

  /** Ignores classes with the same name, which can't be distinguished at run time. */
  #factOf(name: string): ClassFact | undefined {
    const facts = this.#facts.get(name);
    return facts?.length === 1 ? facts[0] : undefined;
  }

  #ofReference(type: Class): CodeType {
    return type as unknown === Object ? unknownType : { kind: "class", type: this.ofClass(type) };
  }

  #ofContainer(type: Class, element: CodeType): CodeType {
    const description = descriptionOf(type);
    const properties = () => description && this.#described(type, description.properties, element);
    return { kind: "container", type: new InspectedClass(type.name, properties), element };
  }

  #propertiesOf(type: Class): ReadonlyMap<string, CodeProperty> | undefined {
    const description = descriptionOf(type);
    const fact = this.#factOf(type.name);
    if (!description && !fact) return undefined;
    const facts = fact ? this.#membersOf(fact) : new Map<string, CodeProperty>();
    return new Map([...facts, ...(description ? this.#described(type, description.properties) : [])]);
  }

  #described(
    type: Class,
    properties: ReadonlyMap<string, AnyDescriptor>,
    element?: CodeType,
  ): Map<string, CodeProperty> {
    const named = [...prototypeMembers(type)].map((
      name,
    ): [string, CodeProperty] => [name, { name, type: unknownType }]);
    const described = [...properties].map(([name, descriptor]): [string, CodeProperty] => {
      const location = this.locationOf(type.name, name);
      return [name, { name, type: this.ofDescriptor(descriptor, element), ...(location && { location }) }];
    });
    return new Map([...named, ...described]);
  }

  #membersOf(fact: ClassFact): Map<string, CodeProperty> {
    const usable = fact.members.filter(({ kind, parameters }) =>
      kind === "property" || (parameters ?? []).length === 0
    );
    return new Map(usable.map((member) => [member.name, {
      name: member.name,
      type: this.#ofFact(member.type),
      location: { file: fact.file, line: member.line },
    }]));
  }

  #ofFact(fact: TypeFact): CodeType {
    switch (fact.kind) {
      case "unknown":
      case "leaf":
        return fact;
      case "list":
        return { kind: "list", element: this.#ofFact(fact.element) };
      case "nullable":
        return { kind: "nullable", inner: this.#ofFact(fact.inner) };
      case "class": {
        const type = this.byName(fact.name);
        return type ? { kind: "class", type } : unknownType;
      }
      case "container": {
        const type = this.byName(fact.name) ?? new InspectedClass(fact.name, () => undefined);
        return { kind: "container", type, element: this.#ofFact(fact.element) };
      }
    }
  }
}

class InspectedClass implements CodeClass {
  readonly name: string;
  readonly #read: () => ReadonlyMap<string, CodeProperty> | undefined;
  #properties: ReadonlyMap<string, CodeProperty> | undefined;
  #isRead = false;

  constructor(name: string, read: () => ReadonlyMap<string, CodeProperty> | undefined) {
    this.name = name;
    this.#read = read;
  }

  properties(): ReadonlyMap<string, CodeProperty> | undefined {
    if (!this.#isRead) {
      this.#isRead = true;
      this.#properties = this.#read();
    }
    return this.#properties;
  }
}

/** Getters, and methods without parameters, of a class and its ancestors: the default data fetcher reads them too. */
function* prototypeMembers(type: Class): Iterable<string> {
  for (let p = type.prototype as object | null; p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(p))) {
      if (name !== "constructor" && (get || (typeof value === "function" && value.length === 0))) yield name;
    }
  }
}
