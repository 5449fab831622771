import { ContainerModule, controller, graphql, WebGraphQlInterceptor } from "@espalier/espalier";
import { BearerAuthentication } from "./bearer_authentication.ts";
import { DiaryController, schema } from "./diary.ts";
import { SignedTokens } from "./signed_tokens.ts";

/** The parts of the service, for `createContainer`. */
export function features(secret: string): readonly ContainerModule[] {
  const authentication = new ContainerModule(({ bind }) => {
    bind(SignedTokens).toConstantValue(new SignedTokens(secret));
    bind(WebGraphQlInterceptor).toResolvedValue((tokens) => new BearerAuthentication(tokens), [SignedTokens]);
  });
  return [graphql({ schema: [schema] }), authentication, controller(DiaryController)];
}
