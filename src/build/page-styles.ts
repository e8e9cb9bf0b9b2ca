/**
 * One token of a page: a comment, an element whose inside is not for us (a style in <noscript> stays where
 * it is), a plain <style>, or any other tag, so that quoted attributes are skipped.
 */
const tokens =
  /<!--[\s\S]*?-->|<(script|noscript|template|textarea|title)\b[\s\S]*?<\/\1\s*>|<style>([\s\S]*?)<\/style>|<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Rules that count at the head of a sheet only, so such a sheet is not put behind another one. */
const headOnly = /@(?:import|charset|namespace)\b/i;

/**
 * Gives the page with its plain <style> elements made one, at the place of the first, their text changed by
 * `change`. The order of the rules, and with it that of the layers, stays.
 */
export const replaceStyles = (html: string, change: (css: string) => string): string => {
  const sheets = [...html.matchAll(tokens)].flatMap(([, , css]) => (css === undefined ? [] : [css]));
  if (sheets.length === 0 || sheets.some((css) => headOnly.test(css))) return html;
  const css = change(sheets.join('\n'));
  let first = true;
  return html.replace(tokens, (whole: string, _element: unknown, sheet: string | undefined) => {
    if (sheet === undefined) return whole;
    const style = first && css !== '' ? `<style>${css}</style>` : '';
    first = false;
    return style;
  });
};
