import { ContainerModule, controller, graphql, WebGraphQlInterceptor } from "@espalier/espalier";
import {
  AuthenticationManager,
  AuthenticationWebSocketInterceptor,
  BearerTokenAuthenticationExtractor,
} from "@espalier/espalier/graphql";
import { BearerAuthentication, TokenAuthenticationManager } from "./bearer_authentication.ts";
import { DiaryController } from "./diary.ts";
import { SignedTokens } from "./signed_tokens.ts";

/** The features of the service, for `createContainer`. */
export function features(secret: string): readonly ContainerModule[] {
  const authentication = new ContainerModule(({ bind }) => {
    bind(SignedTokens).toConstantValue(new SignedTokens(secret));
    bind(AuthenticationManager).toResolvedValue((tokens) => new TokenAuthenticationManager(tokens), [SignedTokens]);
    bind(WebGraphQlInterceptor).toResolvedValue((manager) => new BearerAuthentication(manager), [
      AuthenticationManager,
    ]);
    bind(WebGraphQlInterceptor).toResolvedValue(
      (manager) => new AuthenticationWebSocketInterceptor(new BearerTokenAuthenticationExtractor(), manager),
      [AuthenticationManager],
    );
  });
  return [graphql(), authentication, controller(DiaryController)];
}
