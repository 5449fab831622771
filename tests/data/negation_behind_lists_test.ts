import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { describeType, t } from "@espalier/espalier";
import { and, type Criteria, type Database, not, or, repository, where } from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Tag {
  id!: number;
  name!: string | null;
  hot!: boolean | null;
  weight!: number | null;
  labels!: readonly string[];
}
describeType(Tag, {
  id: t.int,
  name: t.nullable(t.string),
  hot: t.nullable(t.boolean),
  weight: t.nullable(t.int),
  labels: t.list(t.string),
}, { id: "id" });

class Note {
  id!: number;
  text!: string | null;
  post!: Post | null;
}
class Post {
  id!: number;
  tags!: readonly Tag[];
  notes!: readonly Note[];
}
describeType(Note, { id: t.int, text: t.nullable(t.string), post: t.nullable(t.object(() => Post)) }, {
  id: "id",
  references: { post: { fetch: "reference" } },
});
describeType(Post, { id: t.int, tags: t.list(t.object(() => Tag)), notes: t.list(t.object(() => Note)) }, {
  id: "id",
  references: { notes: { mappedBy: "post" } },
});

class Posts extends repository(Post, {
  findByTagsName: "list",
  findByTagsNameNot: "list",
  findByTagsNameIn: "list",
  findByTagsNameNotIn: "list",
  findByTagsNameLike: "list",
  findByTagsNameNotLike: "list",
  findByTagsNameContaining: "list",
  findByTagsNameNotContaining: "list",
  findByTagsNameNotContainingIgnoreCase: "list",
  findByTagsNameNotInIgnoreCase: "list",
  findByTagsNameIsNull: "list",
  findByTagsNameIsNotNull: "list",
  findByTagsHotTrue: "list",
  findByTagsHotFalse: "list",
  findByTagsLabelsIsEmpty: "list",
  findByTagsLabelsIsNotEmpty: "list",
  findByTagsLabelsContaining: "list",
  findByTagsLabelsNotContaining: "list",
  findByTagsNameNotAndTagsHotFalse: "list",
  findByTagsNameNotInAndTagsWeightIsNotNull: "list",
  findByTagsNameIsNullAndTagsHotIsNull: "list",
  findByTagsNameNotOrNotesTextNotContaining: "list",
  findByNotesTextNot: "list",
  findByNotesTextNotIn: "list",
  findByNotesTextIsNull: "list",
  findByTagsIsEmpty: "list",
  findByTagsIsNotEmpty: "list",
  findByTagsNotContaining: "list",
  findByTagsNotIn: "list",
}) {}

/** What an outer join gives a post without elements: one element of which everything is null. */
type Element = { readonly [K in keyof Tag]?: Tag[K] | null };

function joined(tags: readonly Tag[]): readonly Element[] {
  return tags.length > 0 ? tags : [{ id: null, name: null, hot: null, weight: null, labels: null }] as never;
}
const has = (value: string | null | undefined) => value !== null && value !== undefined;
const texts = (notes: readonly Note[]) => notes.length > 0 ? notes.map(({ text }) => text) : [null];

/** Each method, and what it finds: tests of the rows of an outer join, as Spring Data JPA makes it. */
const oracle: Readonly<Record<string, (post: Post, word: string, words: readonly string[]) => boolean>> = {
  findByTagsName: ({ tags }, word) => joined(tags).some(({ name }) => name === word),
  findByTagsNameNot: ({ tags }, word) => joined(tags).some(({ name }) => has(name) && name !== word),
  findByTagsNameIn: ({ tags }, _, words) => joined(tags).some(({ name }) => has(name) && words.includes(name!)),
  findByTagsNameNotIn: ({ tags }, _, words) => joined(tags).some(({ name }) => has(name) && !words.includes(name!)),
  findByTagsNameLike: ({ tags }, word) => joined(tags).some(({ name }) => name === word),
  findByTagsNameNotLike: ({ tags }, word) => joined(tags).some(({ name }) => has(name) && name !== word),
  findByTagsNameContaining: ({ tags }, word) => joined(tags).some(({ name }) => has(name) && name!.includes(word)),
  findByTagsNameNotContaining: ({ tags }, word) => joined(tags).some(({ name }) => has(name) && !name!.includes(word)),
  findByTagsNameNotContainingIgnoreCase: ({ tags }, word) =>
    joined(tags).some(({ name }) => has(name) && !name!.toLowerCase().includes(word.toLowerCase())),
  findByTagsNameNotInIgnoreCase: ({ tags }, _, words) =>
    joined(tags).some(({ name }) =>
      has(name) && !words.map((word) => word.toLowerCase()).includes(name!.toLowerCase())
    ),
  findByTagsNameIsNull: ({ tags }) => joined(tags).some(({ name }) => !has(name)),
  findByTagsNameIsNotNull: ({ tags }) => joined(tags).some(({ name }) => has(name)),
  findByTagsHotTrue: ({ tags }) => tags.some(({ hot }) => hot === true),
  findByTagsHotFalse: ({ tags }) => tags.some(({ hot }) => hot === false),
  findByTagsLabelsIsEmpty: ({ tags }) => tags.some(({ labels }) => labels.length === 0),
  findByTagsLabelsIsNotEmpty: ({ tags }) => tags.some(({ labels }) => labels.length > 0),
  findByTagsLabelsContaining: ({ tags }, word) => tags.some(({ labels }) => labels.includes(word)),
  findByTagsLabelsNotContaining: ({ tags }, word) => tags.some(({ labels }) => !labels.includes(word)),
  findByTagsNameNotAndTagsHotFalse: ({ tags }, word) =>
    tags.some(({ name, hot }) => has(name) && name !== word && hot === false),
  findByTagsNameNotInAndTagsWeightIsNotNull: ({ tags }, _, words) =>
    tags.some(({ name, weight }) => has(name) && !words.includes(name!) && weight !== null),
  findByTagsNameIsNullAndTagsHotIsNull: ({ tags }) =>
    joined(tags).some(({ name, hot }) => !has(name) && (hot === null || hot === undefined)),
  findByTagsNameNotOrNotesTextNotContaining: ({ tags, notes }, word) =>
    tags.some(({ name }) => has(name) && name !== word) ||
    texts(notes).some((text) => has(text) && !text!.includes(word)),
  findByNotesTextNot: ({ notes }, word) => texts(notes).some((text) => has(text) && text !== word),
  findByNotesTextNotIn: ({ notes }, _, words) => texts(notes).some((text) => has(text) && !words.includes(text!)),
  findByNotesTextIsNull: ({ notes }) => texts(notes).some((text) => !has(text)),
  findByTagsIsEmpty: ({ tags }) => tags.length === 0,
  findByTagsIsNotEmpty: ({ tags }) => tags.length > 0,
};

/** What each method takes. */
function argumentsOf(method: string, word: string, words: readonly string[]): unknown[] {
  if (method === "findByTagsNameNotInAndTagsWeightIsNotNull") return [words];
  if (method === "findByTagsNameNotOrNotesTextNotContaining") return [word, word];
  if (/(In|InIgnoreCase)$/.test(method)) return [words];
  return /(Null|True|False|Empty)$/.test(method) && !method.includes("NameNotAnd") ? [] : [word];
}

const word = fc.constantFrom("a", "b", "A", "ab");
const tag = fc.record({
  name: fc.option(word),
  hot: fc.option(fc.boolean()),
  weight: fc.option(fc.constantFrom(0, 1)),
  labels: fc.array(word, { maxLength: 2 }),
});
const world = fc.record({
  tags: fc.array(tag, { minLength: 1, maxLength: 6 }),
  posts: fc.array(
    fc.record({
      tags: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
      notes: fc.array(fc.option(word), { maxLength: 2 }),
    }),
    { minLength: 8, maxLength: 12 },
  ),
});

async function fill(database: Database, seed: number): Promise<Post[]> {
  const [made] = fc.sample(world, { seed, numRuns: 1 });
  const tags = made!.tags.map((values, id) => Object.assign(new Tag(), { ...values, id }));
  const posts: Post[] = made!.posts.map((values, id) =>
    Object.assign(new Post(), {
      id,
      tags: [...new Set(values.tags)].flatMap((at) => tags[at] ?? []),
      notes: values.notes.map((text, i) => Object.assign(new Note(), { id: id * 10 + i, text, post: { id } })),
    })
  );
  await database.repository(Note).deleteAll();
  await database.repository(Post).deleteAll();
  await database.repository(Tag).deleteAll();
  await database.repository(Tag).saveAll(tags);
  await database.repository(Post).saveAll(posts);
  await database.repository(Note).saveAll(posts.flatMap(({ notes }) => notes));
  // Without statistics PostgreSQL expects large tables, and compiles every query.
  if (database.name.startsWith("postgres")) await database.execute("analyze tags, posts, posts_tags, notes");
  return posts;
}

const idsOf = (posts: readonly Post[]) => posts.map(({ id }) => id).sort((a, b) => a - b);

onEveryStoreWith(
  [Tag, Post, Note],
  "20.6 every keyword behind a list asks of one element, as Spring Data JPA's join does",
  async (database) => {
    const repository = new Posts(database);
    const methods = repository as unknown as Record<string, (...args: unknown[]) => Promise<Post[]>>;
    const counts = new Map<string, number>();
    for (const seed of [1, 2, 3]) {
      const posts = await fill(database, seed);
      const property = fc.asyncProperty(
        fc.constantFrom(...Object.keys(oracle)),
        word,
        fc.array(word, { minLength: 1, maxLength: 2 }),
        async (method, one, several) => {
          const expected = idsOf(posts.filter((post) => oracle[method]!(post, one, several)));
          counts.set(method, (counts.get(method) ?? 0) + expected.length);
          assertEquals(idsOf(await methods[method]!(...argumentsOf(method, one, several))), expected, method);
        },
      );
      await fc.assert(property, { seed, numRuns: 80 });
    }
    // Each method was tried, and found something.
    assertEquals(Object.keys(oracle).filter((method) => !counts.get(method)), []);
  },
);

onEveryStoreWith(
  [Tag, Post, Note],
  "20.6 not(…) around a criterion says that no element matches; notIn and isNot that one does not",
  async (database) => {
    const posts = await fill(database, 7);
    const repository = new Posts(database);
    const found = async (criteria: Criteria) => idsOf(await repository.findBy(criteria));
    const where7 = (test: (post: Post) => boolean) => idsOf(posts.filter(test));
    const named = ({ tags }: Post, names: readonly string[]) =>
      tags.some(({ name }) => has(name) && names.includes(name!));

    const none = await found(not(where("tags.name").in(["a", "b"])));
    const one = await found(where("tags.name").notIn(["a", "b"]));
    assertEquals(none, where7((post) => !named(post, ["a", "b"])));
    assertEquals(one, where7(({ tags }) => tags.some(({ name }) => has(name) && !["a", "b"].includes(name!))));
    assert(JSON.stringify(none) !== JSON.stringify(one));
    assertEquals(
      await found(not(where("tags.name").notIn(["a"]))),
      where7(({ tags }) => !tags.some(({ name }) => has(name) && name !== "a")),
    );
    assertEquals(
      await found(where("tags").some(and(where("name").notIn(["a"]), where("labels").isNotEmpty()))),
      where7(({ tags }) => tags.some(({ name, labels }) => has(name) && name !== "a" && labels.length > 0)),
    );
    const first = posts.flatMap(({ tags }) => tags)[0]!;
    assertEquals(
      await found(where("tags").hasNot(first)),
      where7(({ tags }) => !tags.some(({ id }) => id === first.id)),
    );
    assertEquals(idsOf(await repository.findByTagsNotContaining(first)), await found(where("tags").hasNot(first)));
    const others = where7(({ tags }) => tags.some(({ id }) => id !== first.id));
    assertEquals(await found(where("tags").notIn([first])), others);
    assertEquals(idsOf(await repository.findByTagsNotIn([first])), others);
    assertEquals(
      await found(or(where("tags").isNotEmpty(), where("notes.text").notLike("a%"))),
      where7(({ tags, notes }) => tags.length > 0 || notes.some(({ text }) => has(text) && !text!.startsWith("a"))),
    );
  },
);
