import type { Container } from "../../../deps.ts";
import {
  type ActuatorEndpoint,
  type ActuatorRequest,
  ApplicationRoot,
  EspalierProperties,
  InfoContributor,
  inOrder,
  Logger,
  sanitized,
} from "../../kernel/mod.ts";
import { type BuildInfo, buildInfo } from "./build_info.ts";
import { type GitInfo, gitInfo } from "./git_info.ts";
import { runtimeInfo } from "./runtime_info.ts";
import { afterOthers } from "../endpoints/after_others.ts";

type Info = Record<string, unknown>;

/**
 * `/actuator/info`: the build, the checkout, what the application adds, and the process where a property asks for it.
 */
export class InfoEndpoint implements ActuatorEndpoint {
  readonly id = "info";
  readonly order = afterOthers;
  readonly #container: Container;
  readonly #given: Info;
  #read: Promise<readonly [BuildInfo | undefined, GitInfo | undefined]> | undefined;

  /**
   * @param container holds the contributors
   * @param given members that the application was installed with
   */
  constructor(container: Container, given: Info) {
    this.#container = container;
    this.#given = given;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    // The files tell of the program that was started, whatever becomes of them later.
    const { url } = this.#container.get(ApplicationRoot);
    const [build, git] = await (this.#read ??= Promise.all([buildInfo(url), gitInfo(url)]));
    const { infoRuntime } = this.#container.get(EspalierProperties).actuator;
    const contributors = inOrder(await this.#container.getAllAsync(InfoContributor));
    const contributed = await Promise.all(contributors.map((contributor) => this.#ask(contributor)));
    const info: Info = Object.assign(
      {},
      git === undefined ? {} : { git },
      build === undefined ? {} : { build },
      infoRuntime ? await runtimeInfo() : {},
      this.#given,
      ...contributed,
    );
    return Response.json(sanitized("info", info));
  }

  /** Collects the contributors; a failure of one does not hide the others. */
  async #ask(contributor: InfoContributor): Promise<Info> {
    try {
      return await contributor.info();
    } catch (error) {
      this.#container.get(Logger).forCategory("espalier.actuator").warn("Cannot ask a contributor of info", { error });
      return {};
    }
  }
}
