/**
 * The styles of a mail, with the colors of the site's tokens. Mail programs know neither oklch nor custom properties. Some drop these
 * rules, so the card, the facts and the button have `inlineStyles`. The policy of the page that previews letters contains the hashes
 * of both.
 */
export const mailStyle = `
.card > :first-child { margin-top: 0 !important; }
.card > :last-child { margin-bottom: 0 !important; }
h2 { margin: 28px 0 8px; font-size: 19px; line-height: 1.3; }
p, ul, ol { margin: 0 0 16px; }
a { color: #134ac5; }
img { max-width: 100%; height: auto; }
.action { margin: 24px 0; }
.link { margin: 0 0 8px; }
.footer p { margin: 0 0 8px; }
@media (min-width: 600px) {
  .card { padding: 36px 40px !important; }
  .brand { margin-left: 41px !important; }
  .footer { padding-left: 41px !important; padding-right: 41px !important; }
}
@media (prefers-color-scheme: dark) {
  body { background: #1c1815 !important; color: #ebe6da !important; }
  .card, .facts, .facts th, .facts td { border-color: #3e3831 !important; }
  .card { background: #25211c !important; }
  .book { border-color: #ebe6da !important; }
  .tab { background: #8fbbfc !important; }
  a { color: #8fbbfc; }
  .facts th, .footer { color: #b9b2a5 !important; }
  .button { border-color: #8fbbfc !important; background: #8fbbfc !important; color: #10192c !important; }
}`;

const serif = "font-family: Georgia, 'Times New Roman', serif; font-weight: 700;";

/** Values of `style` attributes. Mail programs keep them if they drop all other styles. */
export const inlineStyles = {
  body: "margin: 0; background: #f7f3ea; color: #192236; font: 17px/1.55 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: break-word;",
  hidden: 'display: none; max-height: 0; overflow: hidden;',
  sheet: 'max-width: 36rem; margin: 0 auto; padding: 32px 16px 40px;',
  brand: 'margin: 0 0 16px 25px; border-spacing: 0;',
  /** The brand mark: a book with a spine, and three index tabs at its edge. */
  book: 'width: 11px; height: 20px; padding: 0; border: 2px solid #192236; border-left: 6px double #192236; border-radius: 3px; font-size: 0; line-height: 0;',
  tabs: 'padding: 0; vertical-align: middle;',
  tab: 'width: 4px; height: 5px; margin: 2px 0; border-radius: 0 2px 2px 0; background: #134ac5; font-size: 0; line-height: 5px;',
  name: `padding: 0 0 0 10px; ${serif} font-size: 20px;`,
  card: 'padding: 28px 24px; border: 1px solid #d9d2c3; border-radius: 6px; background: #fefcf8;',
  heading: `margin: 0 0 16px; ${serif} font-size: 26px; line-height: 1.25;`,
  facts:
    'width: 100%; margin: 20px 0; border: 0; border-bottom: 1px solid #d9d2c3; border-spacing: 0; font-size: 16px; line-height: 1.5;',
  label:
    'width: 40%; padding: 8px 16px 8px 0; border: 0; border-top: 1px solid #d9d2c3; color: #4b5465; font-weight: 400; text-align: left; vertical-align: top;',
  value:
    'padding: 8px 0; border: 0; border-top: 1px solid #d9d2c3; font-weight: 600; vertical-align: top; overflow-wrap: anywhere;',
  verbatim:
    'margin: 0 0 16px; font: 13px/1.5 Consolas, Menlo, monospace; white-space: pre-wrap; overflow-wrap: anywhere;',
  button:
    'display: inline-block; padding: 11px 22px; border: 1px solid #134ac5; border-radius: 6px; background: #134ac5; color: #fdfbf5; font-size: 16px; font-weight: 600; line-height: 22px; text-decoration: none;',
  footer: 'padding: 20px 25px 0; color: #4b5465; font-size: 15px; line-height: 1.5;',
} as const;
