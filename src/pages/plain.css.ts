import base from '../styles/base.css?raw';
import bar from '../styles/components/bar.css?raw';
import button from '../styles/components/button.css?raw';
import field from '../styles/components/field.css?raw';
import footer from '../styles/components/footer.css?raw';
import notice from '../styles/components/notice.css?raw';
import panel from '../styles/components/panel.css?raw';
import fonts from '../styles/fonts.css?raw';
import besley from '../styles/fonts/besley.woff2?url';
import publicSans from '../styles/fonts/public-sans.woff2?url';
import tab from '../styles/components/tab.css?raw';
import reset from '../styles/reset.css?raw';
import tokens from '../styles/tokens.css?raw';

/** Stylesheet of the pages that the server renders, such as the newsletter confirmation. Its address never changes. */
export function GET(): Response {
  const css = [
    fonts.replace('./fonts/besley.woff2', besley).replace('./fonts/public-sans.woff2', publicSans),
    tokens,
    reset,
    base,
    button,
    field,
    notice,
    panel,
    tab,
    bar,
    footer,
    serverPageRules,
  ].join('\n');
  return new Response(css, { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
}

/** These pages have no script that could handle the error of a skipped fade, so they do not fade. */
const serverPageRules = `
@view-transition {
  navigation: none;
}
main p {
  max-inline-size: var(--measure);
}
main > .page {
  display: grid;
  gap: 1.5rem;
  justify-items: start;
  padding-block-start: var(--space-7);
}
:is(.form, .facts) {
  inline-size: 100%;
}
.facts {
  max-inline-size: 36rem;
}
.receipt dd {
  white-space: pre-line;
  text-align: end;
}
main h2 {
  font-size: var(--step-1);
}
.brand > img {
  inline-size: 1.625rem;
  block-size: 1.75rem;
}
@media print {
  @page {
    margin: 15mm;
  }
  /* A receipt with the longest address fits on one page. */
  html {
    font-size: 75%;
  }
  .receipt > div {
    padding-block: 0.35rem;
  }
  html,
  body {
    background: none;
  }
  main > .page {
    padding-block-start: 1.5rem;
  }
  .screen-only {
    display: none;
  }
}
`;
