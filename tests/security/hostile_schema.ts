import { ScrollPosition, Window } from "@espalier/espalier/data";
import type { DataFetchingEnvironment, FieldArguments, RuntimeWiringBuilder } from "@espalier/espalier/graphql";

/** Relay-shaped types and recursive ones, whose lists have sizes of every kind, or none. */
export const hostileSchema = `
  type Query {
    node(id: ID!): Node
    user: User
    users(first: Int, after: String, last: Int, before: String): UserConnection!
    preset(first: Int = 30): UserConnection!
    some(limit: Int): [User!]
    found(page: Paging, ids: [ID!]): [User!]
    tree: Tree
    trees(page: Paging): [Tree!]
    all: [User!]
    forest: [Tree!]
  }
  input Paging { first: Int, inner: Paging, preset: PresetPaging }
  input PresetPaging { limit: Int = 40 }
  interface Node { id: ID! }
  type User implements Node {
    id: ID!
    name: String
    friends(first: Int, after: String, last: Int, before: String): UserConnection!
    some(limit: Int): [User!]
    found(page: Paging, ids: [ID!]): [User!]
    tree: Tree
    followers: [User!]
    tagged(tags: [String!]): [User!]
  }
  type Tree implements Node {
    id: ID!
    parent: Tree
    owner: User
    branches(page: Paging): [Tree!]
    leaves(first: Int): [Tree!]
    children: [Tree!]
  }
`;

/** The fields of a type that clients may select: what they lead to, and how their lists are sized. */
export interface HostileField {
  readonly name: string;
  /** The type of objects behind it; absent for scalars. */
  readonly type?: "User" | "Tree" | "Node";
  readonly kind: "leaf" | "object" | "connection" | "limit" | "input" | "first" | "unsized" | "tags";
}

const common: readonly HostileField[] = [{ name: "id", kind: "leaf" }];

/** All fields by type. */
export const hostileFields: Readonly<Record<"Query" | "User" | "Tree" | "Node", readonly HostileField[]>> = {
  Query: [
    { name: 'node(id: "1")', type: "Node", kind: "object" },
    { name: "user", type: "User", kind: "object" },
    { name: "users", type: "User", kind: "connection" },
    { name: "preset", type: "User", kind: "connection" },
    { name: "some", type: "User", kind: "limit" },
    { name: "found", type: "User", kind: "input" },
    { name: "tree", type: "Tree", kind: "object" },
    { name: "trees", type: "Tree", kind: "input" },
    { name: "all", type: "User", kind: "unsized" },
    { name: "forest", type: "Tree", kind: "unsized" },
  ],
  User: [
    ...common,
    { name: "name", kind: "leaf" },
    { name: "friends", type: "User", kind: "connection" },
    { name: "some", type: "User", kind: "limit" },
    { name: "found", type: "User", kind: "input" },
    { name: "tree", type: "Tree", kind: "object" },
    { name: "followers", type: "User", kind: "unsized" },
    { name: "tagged", type: "User", kind: "tags" },
  ],
  Tree: [
    ...common,
    { name: "parent", type: "Tree", kind: "object" },
    { name: "owner", type: "User", kind: "object" },
    { name: "branches", type: "Tree", kind: "input" },
    { name: "leaves", type: "Tree", kind: "first" },
    { name: "children", type: "Tree", kind: "unsized" },
  ],
  Node: common,
};

/** Data fetchers that count the objects that they fetch. */
export class HostileData {
  /** Objects fetched since the last reset. */
  fetched = 0;

  readonly wiring = (wiring: RuntimeWiringBuilder): void => {
    const one = () => this.#items(1)[0];
    const unsized = ({ source }: DataFetchingEnvironment) => this.#items(lengthOf(source));
    const limit = ({ arguments: args }: DataFetchingEnvironment) => this.#items(sizeOr20(args.limit));
    const first = ({ arguments: args }: DataFetchingEnvironment) => this.#items(sizeOr20(args.first));
    const input = ({ arguments: args }: DataFetchingEnvironment) => this.#items(sizeOr20(sizeIn(args.page as Paging)));
    const page = ({ arguments: args }: DataFetchingEnvironment) => {
      const items = this.#items(countOf(args));
      return Window.from(items, (index) => ScrollPosition.offset(index), true);
    };
    wiring.type(
      "Query",
      (type) =>
        type.addDataFetchers({ node: one, user: one, tree: one, users: page, preset: page, some: limit, found: input })
          .addDataFetchers({ trees: input, all: unsized, forest: unsized }),
    );
    wiring.type(
      "User",
      (type) =>
        type.addDataFetchers({
          friends: page,
          some: limit,
          found: input,
          tree: one,
          followers: unsized,
          tagged: unsized,
        }),
    );
    wiring.type(
      "Tree",
      (type) => type.addDataFetchers({ parent: one, owner: one, branches: input, leaves: first, children: unsized }),
    );
    wiring.type("Node", (type) => type.setTypeResolver(() => "User"));
  };

  #items(count: number): Item[] {
    this.fetched += count;
    // Without a limit that holds the process of the tests would run out of memory.
    if (this.fetched > 1_000_000) throw new Error("Too many objects were fetched");
    return Array.from({ length: count }, (_, index) => ({ id: String(index), name: "name", seed: index }));
  }
}

interface Item {
  readonly id: string;
  readonly name: string;
  readonly seed: number;
}

interface Paging {
  readonly first?: number;
  readonly inner?: Paging;
  readonly preset?: { readonly limit?: number };
}

/** Most lists are short, and a few have 10,000 items. */
function lengthOf(source: unknown): number {
  const seed = (source as Item | undefined)?.seed ?? 99;
  const part = (seed * 37 + 11) % 100;
  return part < 70 ? 1 + part % 5 : part < 95 ? part : part < 99 ? 1_000 : 10_000;
}

/** As a pager reads forward by `first` and `after`, else backward by `last`. */
function countOf({ first, after, last }: FieldArguments): number {
  return sizeOr20(typeof first === "number" || typeof after === "string" ? first : last);
}

function sizeOr20(size: unknown): number {
  return typeof size === "number" && size > 0 ? size : 20;
}

function sizeIn(page: Paging | undefined): number | undefined {
  return page?.first ?? page?.inner?.first ?? page?.preset?.limit;
}
