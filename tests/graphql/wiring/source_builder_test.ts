import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { buildSchema, type ExecutionResult, GraphQLScalarType, GraphQLSchema, GraphQLString } from "graphql";
import {
  ClassNameTypeResolver,
  ExecutionInput,
  GraphQlSource,
  MissingSchemaError,
  Resource,
  type SchemaFactory,
  SchemaGenerator,
} from "@espalier/espalier/graphql";
import { ask, sourceOf } from "../graphql_setup.ts";

Deno.test("A2.1 several resources are merged, extensions across files work, the same resource twice is harmless", async () => {
  const extension = Resource.text("b", "extend type Query { b: String }");
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(extension, Resource.text("a", "type Query { a: String }"))
    .schemaResources(extension)
    .configureRuntimeWiring((wiring) => {
      wiring.type("Query", (type) => type.addDataFetchers({ a: () => "A", b: () => "B" }));
    })
    .build();
  assertEquals((await ask(source, "{ a b }")).toMap(), { data: { a: "A", b: "B" } });
});

Deno.test("A2.1 a resource of the user's own is anything with a description and a text", async () => {
  const stored = { description: "bucket://schemas/1", text: () => Promise.resolve("type Query { a: String }") };
  const source = await GraphQlSource.schemaResourceBuilder().schemaResources(stored).build();
  assertEquals((await ask(source, "{ a }")).toMap(), { data: { a: null } });
});

Deno.test("A2.1 no resource at all fails with a class of its own", async () => {
  const error = await assertRejects(() => GraphQlSource.schemaResourceBuilder().build(), MissingSchemaError);
  assertEquals(error.message, "No GraphQL schema definition was configured.");
});

Deno.test("A2.1 C130 a resource that can't be parsed is named with line and column", async () => {
  const broken = Resource.text("broken.graphqls", "type Query {\n  a: }");
  const error = await assertRejects(() => GraphQlSource.schemaResourceBuilder().schemaResources(broken).build(), Error);
  assertEquals(
    error.message,
    'Failed to parse schema resource: broken.graphqls, line 2, column 6: Syntax Error: Expected Name, found "}".',
  );
  assertEquals((error.cause as Error).name, "GraphQLError");
});

Deno.test("A2.1 a missing file is named", async () => {
  const missing = Resource.file("/nowhere/at/all.graphqls");
  const error = await assertRejects(
    () => GraphQlSource.schemaResourceBuilder().schemaResources(missing).build(),
    Error,
  );
  assertStringIncludes(error.message, "'schemaResource' must exist: /nowhere/at/all.graphqls");
});

Deno.test("A2.1 a resource without a text, and a factory without a schema, are told apart from the schema's mistakes", async () => {
  const textless = { description: "bucket://schemas/2", text: () => undefined } as unknown as Resource;
  const build = () => GraphQlSource.schemaResourceBuilder().schemaResources(textless).build();
  const words =
    "Cannot read schema resource bucket://schemas/2 as its text must be a string: current value is undefined";
  assertEquals((await assertRejects(build, TypeError)).message, words);

  const forgetful = sourceOf("type Query { a: String }").schemaFactory((() => {}) as unknown as SchemaFactory);
  assertEquals(
    (await assertRejects(() => forgetful.build(), TypeError)).message,
    "Cannot use what the schema factory returned as it must be a GraphQLSchema: current value is undefined",
  );
});

Deno.test("A2.1 unknown and duplicate types fail with graphql-js's words and the places", async () => {
  const unknown = await assertRejects(() => sourceOf("type Query {\n  a: Nope\n}").build(), TypeError);
  assertEquals(
    unknown.message,
    'Cannot make a schema of the type definitions: Unknown type "Nope". (schema, line 2, column 6)',
  );
  const builder = GraphQlSource.schemaResourceBuilder().schemaResources(
    Resource.text("a", "type Query { a: String }"),
    Resource.text("b", "type Query { b: String } extend type Missing { c: Int }"),
  );
  const duplicate = await assertRejects(() => builder.build(), TypeError);
  assertEquals(
    duplicate.message,
    'Cannot make a schema of the type definitions: There can be only one type named "Query". ' +
      '(a, line 1, column 6; b, line 1, column 6) Cannot extend type "Missing" because it is not defined. ' +
      "(b, line 1, column 38)",
  );
});

Deno.test("A2.1 a schema that is not valid fails the start with every objection and its place", async () => {
  const builder = GraphQlSource.schemaResourceBuilder().schemaResources(
    Resource.text("a.graphqls", "type Query { a: A }"),
    Resource.text("b.graphqls", "interface I { x: Int }\ntype A implements I { y(a: Query): Int }"),
  );
  const error = await assertRejects(() => builder.build(), TypeError);
  assertEquals(
    error.message,
    "Cannot use the schema as it must be valid: " +
      "b.graphqls, line 2, column 28: The type of A.y(a:) must be Input Type but got: Query.; " +
      "b.graphqls, line 1, column 15: Interface field I.x expected but A does not provide it.",
  );
});

Deno.test("A2.3 schemaFactory replaces the default generator", async () => {
  const source = await sourceOf("type Query { a: String }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => "made"));
  })
    .schemaFactory((registry, wiring) => {
      assertEquals(registry.types.map((type) => type.name.value), ["Query"]);
      return new SchemaGenerator().makeExecutableSchema(registry, wiring);
    })
    .build();
  assertEquals((await ask(source, "{ a }")).toMap(), { data: { a: "made" } });
});

Deno.test("A2.4 defaultTypeResolver replaces the resolver of interfaces and unions without one", async () => {
  const schema = "type Query { a: Animal u: Either } interface Animal { name: String } " +
    "type Dog implements Animal { name: String } type Cat implements Animal { name: String } union Either = Dog | Cat";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.addDataFetchers({ a: () => ({ name: "x" }), u: () => ({ name: "y" }) }));
    wiring.type("Either", (type) => type.setTypeResolver(() => "Cat"));
  }).defaultTypeResolver({ getType: () => "Dog" }).build();
  assertEquals((await ask(source, "{ a { __typename } u { __typename } }")).toMap(), {
    data: { a: { __typename: "Dog" }, u: { __typename: "Cat" } },
  });
});

Deno.test("A2.6 type definitions may be configured before the schema is made, under both names of the option", async () => {
  const source = await sourceOf("type Query { a: String }")
    .configureTypeDefinitions((registry) => {
      const [query] = registry.types;
      assertEquals(query?.name.value, "Query");
      registry.remove(query!);
    })
    .typeDefinitionConfigurer({
      configure: (registry) => {
        registry.add({
          kind: "ObjectTypeDefinition" as never,
          name: { kind: "Name" as never, value: "Query" },
          fields: [{
            kind: "FieldDefinition" as never,
            name: { kind: "Name" as never, value: "b" },
            type: { kind: "NamedType" as never, name: { kind: "Name" as never, value: "Int" } },
          }],
        });
      },
    })
    .build();
  assertEquals(Object.keys(source.schema.getQueryType()!.getFields()), ["b"]);
});

Deno.test("A2.7 C124 visitors traverse the finished schema and may change its code", async () => {
  const visited: string[] = [];
  const source = await sourceOf("type Query { a(x: Int): Color } enum Color { RED } input In { y: Int }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => "RED"));
  }).typeVisitors({
    visitObject: (type) => void visited.push(type.name),
    visitField: (field, context) => {
      visited.push(context.coordinates);
      const fetcher = context.codeRegistry.getDataFetcher("Query", field.name)!;
      context.codeRegistry.dataFetcher("Query", field.name, (environment) => {
        visited.push("fetched");
        return fetcher(environment);
      });
    },
    visitArgument: (_argument, context) => void visited.push(context.coordinates),
    visitEnumValue: (_value, context) => void visited.push(context.coordinates),
    visitInputField: (_field, context) => void visited.push(context.coordinates),
  }).build();
  assertEquals((await ask(source, "{ a }")).toMap(), { data: { a: "RED" } });
  assertEquals(visited, ["Query", "Query.a", "Query.a(x:)", "Color.RED", "In.y", "fetched"]);
});

Deno.test("A2.7 a traversing visitor that tries to change the schema fails", async () => {
  const builder = sourceOf("type Query { a: String }").typeVisitors({
    visitField: (_field, context) => context.deleteNode(),
  });
  const error = await assertRejects(() => builder.build(), TypeError);
  assertEquals(
    error.message,
    'Cannot change "Query.a" as a traversing type visitor must change the code registry only: ' +
      "register the visitor with typeVisitorsToTransformSchema",
  );
});

Deno.test("A2.8 C125 transforming visitors may change the schema, each seeing what the one before it left", async () => {
  const source = await sourceOf(
    "type Query { person: Person } type Person { firstName: String secret: String }",
    (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("person", () => ({ firstName: "Ada", lastName: "Lovelace" })));
    },
  ).typeVisitorsToTransformSchema(
    {
      visitObject: (type, context) => {
        if (type.name !== "Person") return;
        const config = type.toConfig();
        context.changeNode({ ...config, fields: { ...config.fields, lastName: { type: GraphQLString } } });
      },
      visitField: (field, context) => {
        if (field.name === "secret") context.deleteNode();
      },
    },
    {
      visitField: (field, context) => {
        if (field.name === "lastName") context.changeNode({ ...field.toConfig(), description: "The family's name" });
      },
    },
  ).build();
  assertEquals((await ask(source, "{ person { firstName lastName } }")).toMap(), {
    data: { person: { firstName: "Ada", lastName: "Lovelace" } },
  });
  const person = source.schema.getType("Person") as unknown as { getFields(): Record<string, { description: string }> };
  assertEquals(Object.keys(person.getFields()), ["firstName", "lastName"]);
  assertEquals(person.getFields()["lastName"]!.description, "The family's name");
});

Deno.test("A1.3 GraphQlSource.builder takes a schema that exists and leaves it alone", async () => {
  const given = await sourceOf("type Query { a: String }").build();
  const plain = new GraphQLSchema({ ...given.schema.toConfig() });
  plain.getQueryType()!.getFields()["a"]!.resolve = () => {
    throw new Error("secret");
  };
  const before = plain.getQueryType()!.getFields()["a"]!.resolve;
  const source = await GraphQlSource.builder(plain).build();
  assertEquals((await ask(source, "{ a }")).toMap().errors?.[0]?.message, "INTERNAL_ERROR for request-1");
  assertEquals(plain.getQueryType()!.getFields()["a"]!.resolve, before);
});

Deno.test("A1.3 the engine executes and subscribes, and answers without a promise where nothing waits", async () => {
  const source = await sourceOf("type Query { a: String } type Subscription { s: Int }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => "A"));
    wiring.type("Subscription", (type) =>
      type.dataFetcher("s", async function* () {
        yield* [1, 2];
      }));
  }).build();
  assertEquals(source.graphQl.execute(new ExecutionInput({ query: "{ a }" })), { data: { a: "A" } });
  const stream = await source.graphQl.subscribe(new ExecutionInput({ query: "subscription { s }" }));
  assertEquals(await Array.fromAsync(stream as AsyncIterable<ExecutionResult>), [{ data: { s: 1 } }, {
    data: { s: 2 },
  }]);
  const refused = await source.graphQl.subscribe(new ExecutionInput({ query: "subscription { nope }" }));
  assertEquals("errors" in refused, true);
});

Deno.test("custom root type names keep the code that is registered for Query, Mutation and Subscription", async () => {
  const schema =
    "schema { query: Root } extend schema { mutation: Change } type Root { a: String } type Change { b: String }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => "A"));
    wiring.type("Mutation", (type) => type.dataFetcher("b", () => "B"));
  }).build();
  assertEquals((await ask(source, "{ a }")).toMap(), { data: { a: "A" } });
  assertEquals((await ask(source, "mutation { b }")).toMap(), { data: { b: "B" } });
});

Deno.test("A1.4 custom scalars, default data fetcher per type and enum values", async () => {
  const upper = new GraphQLScalarType({ name: "Upper", coerceOutputValue: (value) => String(value).toUpperCase() });
  const schema = "scalar Upper type Query { a: Upper color(of: Color): Int b: String } enum Color { RED GREEN }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.scalar(upper);
    wiring.type("Query", (type) => {
      type.dataFetcher("color", (environment) => environment.argument("of")).setDefaultDataFetcher(() => "default");
    });
    wiring.type("Color", (type) => type.setEnumValues({ RED: 0xff0000 }));
  }).build();
  assertEquals((await ask(source, "{ a b color(of: RED) }")).toMap(), {
    data: { a: "DEFAULT", b: "default", color: 0xff0000 },
  });
});

Deno.test("A1.4 the code of GraphQL's own scalars is shared by all schemas, and can't be replaced", async () => {
  const wrong = new GraphQLScalarType({ name: "Int", coerceOutputValue: () => 42 });
  await assertRejects(
    () => sourceOf("type Query { a: Int }", (wiring) => void wiring.scalar(wrong)).build(),
    TypeError,
    'Cannot register the code of scalar "Int" as that is one of GraphQL\'s own: declare a scalar of another name',
  );
  const other = await sourceOf("type Query { a: Int }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => "1"));
  }).build();
  assertEquals((await ask(other, "{ a }")).toMap(), { data: { a: 1 } });
});

Deno.test("C127 C128 wiring factories: the builder's own is asked before those of the container", async () => {
  const asked: string[] = [];
  const factory = (name: string, field: string) => ({
    dataFetcher: (environment: { field: { name: string } }) => {
      asked.push(`${name}?${environment.field.name}`);
      return environment.field.name === field ? () => name : undefined;
    },
  });
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("s", "type Query { q1: String q2: String q3: String }"))
    .configureRuntimeWiring({
      configure: () => {},
      configureWiringFactories: (_wiring, container) =>
        void container.push(factory("second", "q2"), factory("third", "q3")),
    })
    .configureRuntimeWiring((wiring) => void wiring.wiringFactory(factory("first", "q1")))
    .build();
  assertEquals((await ask(source, "{ q1 q2 q3 }")).toMap(), { data: { q1: "first", q2: "second", q3: "third" } });
  assertEquals(asked, ["first?q1", "first?q2", "second?q2", "first?q3", "second?q3", "third?q3"]);
});

Deno.test("A1.4 configurers get the type definitions before configure, and the factories after all of them", async () => {
  const calls: string[] = [];
  const configurer = (name: string) => ({
    setTypeDefinitionRegistry: () => void calls.push(`${name}.registry`),
    configure: () => void calls.push(`${name}.configure`),
    configureWiringFactories: () => void calls.push(`${name}.factories`),
  });
  await sourceOf("type Query { a: String }").configureRuntimeWiring(configurer("1")).configureRuntimeWiring(
    configurer("2"),
  )
    .build();
  assertEquals(calls, ["1.registry", "1.configure", "2.registry", "2.configure", "1.factories", "2.factories"]);
});

Deno.test("TR1 TR2 C155 types are found by class name along the prototype chain", async () => {
  class Bird {
    flightless = true;
  }
  class Penguin extends Bird {}
  class Mammal {
    herbivore = false;
  }
  class Dog extends Mammal {}
  const schema = "type Query { animals: [Animal] } interface Animal { name: String } " +
    "type Bird implements Animal { name: String flightless: Boolean } " +
    "type Mammal implements Animal { name: String herbivore: Boolean }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("animals", () => [new Dog(), new Penguin()]));
  }).build();
  const query = "{ animals { ... on Bird { flightless } ... on Mammal { herbivore } } }";
  assertEquals((await ask(source, query)).toMap(), {
    data: { animals: [{ herbivore: false }, { flightless: true }] },
  });
});

Deno.test("TR3 C158 C160 explicit mappings come first, the first that matches wins, a wrong name is told", async () => {
  class Base {}
  class Derived extends Base {}
  const schema = "type Query { e: Either } union Either = A | B type A { x: Int } type B { x: Int }";
  const make = (resolver: ClassNameTypeResolver, value: unknown) =>
    sourceOf(schema, (wiring) => void wiring.type("Query", (type) => type.dataFetcher("e", () => value)))
      .defaultTypeResolver(resolver).build();
  const mapped = new ClassNameTypeResolver().addMapping(Base, "A").addMapping(Derived, "B");
  assertEquals((await ask(await make(mapped, new Derived()), "{ e { __typename } }")).data, { e: { __typename: "A" } });
  const wrong = new ClassNameTypeResolver().addMapping(Base, "Nope");
  assertThrows(
    () => wrong.getType({ value: new Base(), schema: buildSchema(schema) } as never),
    TypeError,
    "Invalid mapping for Base. No GraphQL Object type with name 'Nope'.",
  );
  const response = await ask(await make(wrong, new Base()), "{ e { __typename } }");
  assertEquals(response.errors[0]!.message, "INTERNAL_ERROR for request-1");
  const extracted = new ClassNameTypeResolver().setClassNameExtractor((type) => type.name === "Base" ? "B" : type.name);
  assertEquals((await ask(await make(extracted, new Base()), "{ e { __typename } }")).data, { e: { __typename: "B" } });
});

Deno.test("TR3 mappings take classes of the platform, and predicates for values without a class", async () => {
  const schema = "type Query { all: [Either] } union Either = A | B type A { x: Int } type B { x: Int }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("all", () => [new Date(0), { kind: "b" }]));
  }).defaultTypeResolver(
    new ClassNameTypeResolver()
      .addMapping(Date, "A")
      .addMapping((value: unknown) => (value as { kind?: string }).kind === "b", "B"),
  ).build();
  assertEquals((await ask(source, "{ all { __typename } }")).data, { all: [{ __typename: "A" }, { __typename: "B" }] });
});

Deno.test("TR2 C157 a type that can't be determined is an error with a classification", async () => {
  class Fox {}
  const schema =
    "type Query { a: Animal } interface Animal { name: String } type Dog implements Animal { name: String }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => new Fox()));
  }).build();
  const response = await ask(source, "{ a { name } }");
  assertEquals(response.errors[0]!.extensions, { classification: "DataFetchingException" });
  assertEquals(response.data, { a: null });
});
