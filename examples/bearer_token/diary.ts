import { MutationMapping, param, QueryMapping, Resource, SubscriptionMapping, t } from "@espalier/espalier";
import { AccessDeniedError } from "@espalier/espalier/graphql";
import { User } from "./signed_tokens.ts";

/** Everybody reads and writes a diary of their own; an editor may read those of others. */
export const schema = Resource.text(
  "diary.graphqls",
  `type Query {
     me: String
     diary(of: String): [String!]!
   }
   type Mutation {
     write(line: String!): [String!]!
   }
   type Subscription {
     writing: String!
   }`,
);

const currentUser = param.principal(() => User);

export class DiaryController {
  readonly #lines = new Map<string, string[]>();

  @QueryMapping({ params: [param.principal(() => User, { required: false })], returns: t.nullable(t.string) })
  me(user: User | undefined): string | null {
    return user?.name ?? null;
  }

  @QueryMapping({ params: [currentUser, param.argument("of", t.nullable(t.string))], returns: t.list(t.string) })
  diary(user: User, of: string | null): readonly string[] {
    const owner = of ?? user.name;
    if (owner !== user.name && !user.roles.includes("editor")) throw new AccessDeniedError("Not your diary");
    return this.#lines.get(owner) ?? [];
  }

  @MutationMapping({ params: [currentUser, param.argument("line", t.string)], returns: t.list(t.string) })
  write(user: User, line: string): readonly string[] {
    const lines = [...this.#lines.get(user.name) ?? [], line];
    this.#lines.set(user.name, lines);
    return lines;
  }

  @SubscriptionMapping({ params: [currentUser], returns: t.string })
  async *writing(user: User): AsyncGenerator<string> {
    for (const line of this.#lines.get(user.name) ?? []) yield await Promise.resolve(`${user.name}: ${line}`);
  }
}
