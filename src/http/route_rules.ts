import { AccessReport, accessRequest, type AccessRule, denyAll, requireAccess } from "../context/mod.ts";
import type { MaybePromise } from "../kernel/mod.ts";
import type { HttpExchange } from "./http_exchange.ts";
import type { HttpRoute } from "./http_route.ts";
import { pathPattern } from "./path_pattern.ts";

/** The parts of {@linkcode RouteRules}. */
export interface RouteRulesOptions {
  /** Rules by path pattern, used only for the report; they are applied elsewhere. */
  readonly paths?: Readonly<Record<string, AccessRule>>;
  /** Whether routes that no rule is about are refused. */
  readonly denyByDefault?: boolean;
  /** Receives the routes and their requirements. */
  readonly report?: AccessReport;
  /** Called when all routes have been listed. */
  readonly onGuarded?: () => void;
}

/** Puts the rules of routes in front of them. The class is its own identifier in the container. */
export class RouteRules {
  readonly #options: RouteRulesOptions;

  /**
   * Creates the rules.
   *
   * @param options rules and report
   */
  constructor(options: RouteRulesOptions = {}) {
    this.#options = options;
  }

  /**
   * Guards routes.
   *
   * @param routes all routes; those without a rule are returned unchanged unless they are denied by default
   */
  guard(routes: readonly HttpRoute[]): HttpRoute[] {
    const { report, onGuarded } = this.#options;
    report?.add(
      ...routes.map((route) => ({ kind: "route" as const, name: route.path, requires: this.#requires(route) })),
    );
    onGuarded?.();
    return routes.map((route) => this.#guarded(route));
  }

  #guarded(route: HttpRoute): HttpRoute {
    const { access, hasOwnRules = false } = route;
    if (access !== undefined) return { ...copyOf(route), handle: guardedHandler(route, access) };
    if (hasOwnRules || this.#options.denyByDefault !== true) return route;
    return { ...copyOf(route), handle: deniedHandler(route) };
  }

  #requires({ path, access, hasOwnRules }: HttpRoute): string | undefined {
    const ofPath = Object.entries(this.#options.paths ?? {}).find(([pattern]) => pathPattern(pattern).match(path));
    const found = [access?.description, ofPath?.[1].description].filter((each) => each !== undefined);
    return found.length > 0 ? found.join(" and ") : hasOwnRules ? "its own rules" : undefined;
  }
}

/** Routes may be instances of classes, whose properties a spread would lose. */
function copyOf({ path, title, order, answersWhileStopping }: HttpRoute): Omit<HttpRoute, "handle"> {
  return {
    path,
    ...(title === undefined ? {} : { title }),
    ...(order === undefined ? {} : { order }),
    ...(answersWhileStopping === undefined ? {} : { answersWhileStopping }),
  };
}

function guardedHandler(route: HttpRoute, access: AccessRule): HttpRoute["handle"] {
  return (exchange, variables) => {
    const { authentication, request } = exchange;
    const next = () => route.handle(exchange, variables);
    return after(requireAccess(access, accessRequest(authentication, { arguments: variables, source: request })), next);
  };
}

function deniedHandler(route: HttpRoute): HttpRoute["handle"] {
  const rule = denyAll();
  return (exchange: HttpExchange, variables) => {
    if (exchange.isJudged) return route.handle(exchange, variables);
    if (route.isHidden?.(exchange)) return undefined;
    return after(requireAccess(rule, accessRequest(exchange.authentication)), () => undefined);
  };
}

function after<R>(checked: MaybePromise<void>, next: () => MaybePromise<R>): MaybePromise<R> {
  return checked instanceof Promise ? checked.then(next) : next();
}
