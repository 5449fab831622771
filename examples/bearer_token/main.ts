import { createApp, createContainer, serve } from "@espalier/espalier";
import { features } from "./features.ts";
import { SignedTokens, User } from "./signed_tokens.ts";

const secret = Deno.env.get("TOKEN_SECRET") ?? crypto.randomUUID() + crypto.randomUUID();
const app = await createApp(createContainer(...features(secret)), { root: import.meta.url });
await serve(app, { port: Number(Deno.args[0] ?? 8080) });

const hour = 3_600_000;
const tokens = app.container.get(SignedTokens);
console.log(`Ada:   ${await tokens.issue(new User("ada", []), hour)}`);
console.log(`Grace: ${await tokens.issue(new User("grace", ["editor"]), hour)}`);
