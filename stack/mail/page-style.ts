/** The style of the catcher's pages. */
export const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5d9de, #3a4048); --quiet: light-dark(#57606a, #9aa4af); }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 20px; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 880px; margin: 0 auto; }
h1 { margin: 0 0 4px; font-size: 22px; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; }
p { margin: 0 0 12px; }
a { color: light-dark(#003087, #8ab4ff); }
.quiet { color: var(--quiet); }
.row { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-bottom: 16px; }
.row .row { margin: 0; }
.mails { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.mails li { display: flex; flex-wrap: wrap; gap: 2px 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
.mails a { flex: 1 1 18rem; font-weight: 600; }
.mails span { overflow-wrap: anywhere; }
.columns { columns: 14rem; margin: 0; padding-left: 20px; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 6px; background: Canvas; }
pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
button, input { min-height: 32px; padding: 4px 10px; font: inherit; }
summary { cursor: pointer; }
`;
