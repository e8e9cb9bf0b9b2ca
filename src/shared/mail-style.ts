/**
 * The styles of a mail, with the colors of the site's tokens. Mail programs know neither oklch nor custom properties. The policy of
 * the page that previews letters contains the hash of this text.
 */
export const mailStyle = `
body { margin: 0; background: #f7f3ea; color: #192236; font: 17px/1.55 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: break-word; }
.sheet { max-width: 36rem; margin: 0 auto; padding: 32px 16px 40px; }
.brand, h1 { font-family: Georgia, 'Times New Roman', serif; font-weight: 700; }
.brand { margin: 0 0 16px; padding: 0 25px; font-size: 20px; }
.card { padding: 28px 24px; border: 1px solid #d9d2c3; border-radius: 6px; background: #fefcf8; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.25; }
h2 { margin: 28px 0 8px; font-size: 19px; line-height: 1.3; }
p, ul, ol { margin: 0 0 16px; }
a { color: #134ac5; }
dl { margin: 20px 0; padding: 16px 0; border: solid #d9d2c3; border-width: 1px 0; }
dt { color: #4b5465; font-size: 15px; }
dd { margin: 0 0 12px; font-weight: 600; overflow-wrap: anywhere; }
dl > :last-child { margin-bottom: 0; }
pre { margin: 0 0 16px; font: 13px/1.5 Consolas, Menlo, monospace; white-space: pre-wrap; }
img { max-width: 100%; height: auto; }
.action { margin: 24px 0; }
.button { display: inline-block; padding: 11px 22px; border: 1px solid #134ac5; border-radius: 6px; background: #134ac5; color: #fdfbf5; font-size: 16px; font-weight: 600; line-height: 22px; text-decoration: none; }
.link { margin: 0 0 8px; }
.footer { padding: 20px 25px 0; color: #4b5465; font-size: 15px; line-height: 1.5; }
.footer p { margin: 0 0 8px; }
@media (min-width: 600px) {
  .card { padding: 36px 40px; }
  .brand, .footer { padding-left: 41px; padding-right: 41px; }
}
@media (prefers-color-scheme: dark) {
  body { background: #1c1815; color: #ebe6da; }
  .card, dl { border-color: #3e3831; }
  .card { background: #25211c; }
  a { color: #8fbbfc; }
  dt, .footer { color: #b9b2a5; }
  .button { border-color: #8fbbfc; background: #8fbbfc; color: #10192c; }
}`;

/** Hides the preview sentence in the mail itself. A `style` attribute also works in mail programs that drop the styles above. */
export const hiddenStyle = 'display: none; max-height: 0; overflow: hidden;';
