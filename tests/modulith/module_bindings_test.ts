import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  bean,
  controller,
  createApp,
  createContainer,
  graphql,
  QueryMapping,
  Resource,
  type ServiceIdentifier,
  t,
  token,
} from "@espalier/espalier";
import { applicationModule } from "@espalier/espalier/modulith";
import { GraphQlTester } from "@espalier/espalier/testing";

class Shelf {
  readonly title = "Emma";
}
class Library {
  constructor(readonly shelf: Shelf, readonly owner: string) {}
}
class LibraryController {
  constructor(readonly library: Library) {}

  @QueryMapping({ params: [], returns: t.string })
  title(): string {
    return `${this.library.owner}: ${this.library.shelf.title}`;
  }
}
const Owner: ServiceIdentifier<string> = token<string>("Owner");
const schema = [Resource.text("library", "type Query { title: String! }")];

Deno.test("an application module takes a list of beans, controllers and functions, which belong to it", async () => {
  const library = applicationModule(import.meta.url, { id: "library" }, [
    bean(Shelf),
    bean(Library, Shelf, Owner),
    controller(LibraryController, Library),
    ({ bind }) => bind(Owner).toConstantValue("Ada"),
  ]);
  const container = createContainer(graphql({ schema }), library);
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  const response = await GraphQlTester.create(app).document("{ title }").execute();
  response.path("title").entity(t.string).isEqualTo("Ada: Emma");
  // Unloading the module takes away the beans of its parts.
  const other = createContainer(library, bean(LibraryController, Library));
  await other.unload(library);
  assertEquals([other.isBound(Shelf), other.isBound(Owner), other.isBound(LibraryController)], [false, false, true]);
});

Deno.test("dependencies that don't fit the constructor are found by the compiler, and at the start", async () => {
  const tooFew = () => {
    // @ts-expect-error the library takes two
    bean(Library, Shelf);
  };
  assertThrows(tooFew, TypeError, 'Cannot bind bean "Library" as its constructor takes 2 dependencies');
  // @ts-expect-error the library takes a shelf first
  bean(Library, Owner, Shelf);
  // @ts-expect-error the shelf takes none
  bean(Shelf, Owner);
  const late = undefined as unknown as typeof Shelf;
  assertThrows(() => bean(Library, late, Owner), TypeError, "the identifier of its dependency 1 must be there");
  const container = createContainer(
    graphql({ schema }),
    controller(LibraryController, Library),
    bean(Library, Shelf, Owner),
  );
  await assertRejects(
    () => createApp(container, { properties: { logging: { level: "OFF" } } }),
    Error,
    "Shelf",
  );
});

Deno.test("an application module refuses bindings that are neither a function nor a list of parts", () => {
  for (const bindings of [undefined, [Shelf, 7], {}]) {
    assertThrows(
      () => applicationModule(import.meta.url, {}, bindings as never),
      TypeError,
      "as its third argument must be a function that binds its beans",
    );
  }
});
