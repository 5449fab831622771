// Runs without the configuration of the project, which has the flag: names of the import map are those of packages.
import { createApp, createContainer, start } from "../../mod.ts";

await start(() => createApp(createContainer(), { properties: { http: { reusePort: true, port: 0 } } }));
