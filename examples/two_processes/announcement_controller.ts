import type { EventStream, SubscriptionBus } from "@espalier/espalier/subscriptions";
import { announced } from "./announced.ts";
import { MutationMapping, QueryMapping, SubscriptionMapping } from "./schema.ts";

export class AnnouncementController {
  readonly #bus: SubscriptionBus;

  constructor(bus: SubscriptionBus) {
    this.#bus = bus;
  }

  @QueryMapping()
  ready(): boolean {
    return true;
  }

  @MutationMapping("text")
  async announce(text: string): Promise<boolean> {
    await this.#bus.publish(announced, {}, text);
    return true;
  }

  @SubscriptionMapping()
  announced(): Promise<EventStream<string>> {
    return this.#bus.subscribe(announced, {});
  }
}
