import { html } from 'hono/html';

type Markup = ReturnType<typeof html>;

/** A page of the simulator. `script` is the name of its script in /assets. */
export function page(title: string, content: Markup, script?: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/style.css" />
        ${script === undefined ? '' : html`<script src="/assets/${script}" defer></script>`}
      </head>
      <body>
        ${content}
      </body>
    </html>`;
}
