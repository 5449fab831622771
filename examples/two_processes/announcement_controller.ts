import { MutationMapping, param, QueryMapping, Resource, SubscriptionMapping, t } from "@espalier/espalier";
import type { Announcements } from "./announcements.ts";

/** The schema; a service needs a query. */
export const schema = Resource.text(
  "announcements.graphqls",
  `type Query { ready: Boolean! }
   type Mutation { announce(text: String!): Boolean! }
   type Subscription { announced: String! }`,
);

export class AnnouncementController {
  readonly #announcements: Announcements;

  constructor(announcements: Announcements) {
    this.#announcements = announcements;
  }

  @QueryMapping({ returns: t.boolean })
  ready(): boolean {
    return true;
  }

  @MutationMapping({ params: [param.argument("text", t.string)], returns: t.boolean })
  async announce(text: string): Promise<boolean> {
    await this.#announcements.announce(text);
    return true;
  }

  @SubscriptionMapping({ returns: t.string })
  announced(): Promise<AsyncIterable<string>> {
    return this.#announcements.listen();
  }
}
