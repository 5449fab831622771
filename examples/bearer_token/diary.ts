import { param } from "@espalier/espalier";
import { AccessDeniedError } from "@espalier/espalier/graphql";
import { MutationMapping, QueryMapping, SubscriptionMapping } from "./schema.ts";
import { User } from "./signed_tokens.ts";

const currentUser = param.principal(() => User);

/** Each user reads and writes one diary; an editor may read all diaries. */
export class DiaryController {
  readonly #lines = new Map<string, string[]>();

  @QueryMapping(param.principal(() => User, { required: false }))
  me(user: User | undefined): string | null {
    return user?.name ?? null;
  }

  @QueryMapping(currentUser, "of")
  diary(user: User, of: string | null): readonly string[] {
    const owner = of ?? user.name;
    if (owner !== user.name && !user.roles.includes("editor")) throw new AccessDeniedError("Not your diary");
    return this.#lines.get(owner) ?? [];
  }

  @MutationMapping(currentUser, "line")
  write(user: User, line: string): readonly string[] {
    const lines = [...this.#lines.get(user.name) ?? [], line];
    this.#lines.set(user.name, lines);
    return lines;
  }

  @SubscriptionMapping(currentUser)
  async *writing(user: User): AsyncGenerator<string> {
    for (const line of this.#lines.get(user.name) ?? []) yield await Promise.resolve(`${user.name}: ${line}`);
  }
}
