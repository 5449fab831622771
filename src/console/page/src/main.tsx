import { render } from "preact";
import { Shell } from "./shell/shell.tsx";
import { followTheme } from "./shell/theme.ts";

followTheme();
render(<Shell />, document.getElementById("console")!);
