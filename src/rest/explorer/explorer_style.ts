/** How the explorer looks. */
export const explorerStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
header form { display: flex; gap: .5rem; }
#address { flex: 1; font: inherit; font-family: ui-monospace, monospace; padding: .3rem; }
main { display: grid; gap: 1.5rem; grid-template-columns: minmax(14rem, 1fr) 3fr; }
h1 { font-size: 1.2rem; } h2 { font-size: 1rem; }
#links form { display: flex; flex-wrap: wrap; gap: .3rem; margin: .8rem 0; }
#links p { margin: .3rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8886; padding: .2rem .5rem; text-align: left; vertical-align: top; }
pre { overflow: auto; padding: .8rem; background: #8882; }
@media (max-width: 50rem) { main { grid-template-columns: 1fr; } }
`;
