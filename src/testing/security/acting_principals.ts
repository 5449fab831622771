import { ContainerModule } from "../../../deps.ts";
import type { Application } from "../../app/mod.ts";
import { Authentication, Principal } from "../../context/mod.ts";
import { type HttpExchange, HttpInterceptor, type NextHttpHandler } from "../../http/mod.ts";

/**
 * Lets tests call an application as any principal, without tokens: rules see the principal, schemes are not called.
 *
 * @example
 * ```ts
 * import { controller, createApp, createContainer, graphql, QueryMapping, Resource, t } from "@espalier/espalier";
 * import { hasRole, Principal, Secured } from "@espalier/espalier/security";
 * import { ActingPrincipals, GraphQlTester } from "@espalier/espalier/testing";
 *
 * class ReportController {
 *   @QueryMapping({ params: [], returns: t.string })
 *   @Secured(hasRole("auditor"))
 *   report(): string {
 *     return "all is well";
 *   }
 * }
 * const schema = Resource.text("report", "type Query { report: String }");
 * const acting = new ActingPrincipals();
 * const container = createContainer(graphql({ schema: [schema] }), controller(ReportController), acting.module);
 * await using app = await createApp(container);
 * const auditor = GraphQlTester.create(acting.as(new Principal("ada", { roles: ["auditor"] }), app));
 * const response = await auditor.document("{ report }").execute();
 * console.log(response.path("report").entity(t.string).get()); // "all is well"
 * ```
 */
export class ActingPrincipals {
  readonly #acting = new WeakMap<Request, Authentication>();

  /** The module for `createContainer`. */
  readonly module: ContainerModule = new ContainerModule(({ bind }) => {
    bind(HttpInterceptor).toConstantValue({
      // Outside of the feature that checks credentials.
      order: -501,
      isForEveryPort: true,
      intercept: (exchange: HttpExchange, next: NextHttpHandler) => {
        const authentication = this.#acting.get(exchange.request);
        if (authentication !== undefined) exchange.authentication = authentication;
        return next(exchange);
      },
    });
  });

  /**
   * Creates a view of an application whose requests are authenticated as one principal.
   *
   * @param principal whom rules see
   * @param app the application, whose container has the module
   */
  as(principal: Principal, app: Application): Application {
    const authentication = new Authentication(principal);
    return {
      container: app.container,
      routes: app.routes,
      fetch: (request, connection) => {
        this.#acting.set(request, authentication);
        return app.fetch(request, connection);
      },
      [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
    };
  }
}
