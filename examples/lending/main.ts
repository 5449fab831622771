import { createApp, createContainer, serve } from "@espalier/espalier";
import { features } from "./features.ts";

await serve(await createApp(createContainer(...features())));
