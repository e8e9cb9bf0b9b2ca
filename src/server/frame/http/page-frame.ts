import { html } from 'hono/html';
import { footerGroups, indexLink, mainLinks, signedOutLinks } from '../../../shared/site-links.ts';
import { site } from '../../../shared/site.ts';

interface Link {
  readonly href: string;
  readonly label: string;
}

/**
 * The bar of the site, as src/components/sections/SiteHeader.astro draws it for a browser without scripts: these pages have no script
 * that knows who is signed in.
 */
export function siteHeader() {
  return html`<header class="site-header" data-fonts>
    <div class="page">
      <a class="brand" href="/"><img src="/favicon.svg" alt="" />${site.product}</a>
      <button class="button menu-toggle" type="button" popovertarget="site-menu">Menu</button>
      <nav id="site-menu" popover aria-label="Main">
        <button class="button menu-close" type="button" popovertarget="site-menu" popovertargetaction="hide">
          Close
        </button>
        ${linkList(mainLinks)} ${linkList(signedOutLinks)}
      </nav>
    </div>
  </header>`;
}

/** The footer of the site, as in src/components/sections/SiteFooter.astro. */
export function siteFooter() {
  return html`<footer class="site-footer" data-fonts>
    <div class="page">
      <nav class="site-index" aria-label="Site index">
        ${footerGroups.map(
          ({ title, links }) =>
            html`<div>
              <h2 class="tab">${title}</h2>
              ${linkList(links)}
            </div>`,
        )}
      </nav>
      <p class="imprint">
        <span>© ${new Date().getUTCFullYear()} ${site.product}</span>
        <a href="${indexLink.href}">${indexLink.label}</a>
      </p>
    </div>
  </footer>`;
}

function linkList(links: readonly Link[]) {
  return html`<ul>
    ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
  </ul>`;
}
