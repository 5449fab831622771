import type { Announcements } from "./announcements.ts";
import { MutationMapping, QueryMapping, SubscriptionMapping } from "./schema.ts";

export class AnnouncementController {
  readonly #announcements: Announcements;

  constructor(announcements: Announcements) {
    this.#announcements = announcements;
  }

  @QueryMapping()
  ready(): boolean {
    return true;
  }

  @MutationMapping("text")
  async announce(text: string): Promise<boolean> {
    await this.#announcements.announce(text);
    return true;
  }

  @SubscriptionMapping()
  announced(): Promise<AsyncIterable<string>> {
    return this.#announcements.listen();
  }
}
