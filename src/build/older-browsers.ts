import type { Plugin, Rule } from 'postcss';

const lightDark = /light-dark\((oklch\([^)]*\)),\s*oklch\([^)]*\)\)/g;
const withSilence = /\s*\/\s*''$/;

const hasBothSchemes = (rule: Rule): boolean =>
  rule.some((node) => node.type === 'decl' && node.value.includes('light-dark('));

/** The light scheme of a rule's colours, for browsers that know no `light-dark()`: they would have none at all. */
const lightScheme = (rule: Rule): Rule => {
  const light = rule.clone({ nodes: [] });
  rule.each((node) => {
    if (node.type !== 'decl') return;
    if (node.prop === 'color-scheme') light.append(node.clone({ value: 'light' }));
    else if (node.value.includes('light-dark('))
      light.append(node.clone({ value: node.value.replace(lightDark, '$1') }));
  });
  if (hasBothSchemes(light))
    throw rule.error('Write the two colours of a light-dark() as oklch(…) of numbers.');
  return light;
};

/**
 * What the oldest browsers that this site is made for do not know (docs/decisions/20-browsers.md), said in the words that
 * they do know: `light-dark()` (Chrome 123, Safari 17.5), and what is spoken of a mark, `content: '+' / ''` (Safari 17.4).
 * A build with a `light-dark()` that it cannot read stops.
 */
export const olderBrowsers = (): Plugin => ({
  postcssPlugin: 'older-browsers',
  OnceExit: (sheet, { AtRule }) => {
    sheet.walkDecls('content', (declaration) => {
      if (!withSilence.test(declaration.value)) return;
      declaration.cloneBefore({ value: declaration.value.replace(withSilence, '') });
    });
    const rules: Rule[] = [];
    sheet.walkRules((rule) => void (hasBothSchemes(rule) && rules.push(rule)));
    for (const rule of rules) {
      const otherwise = new AtRule({ name: 'supports', params: 'not (color: light-dark(red, red))' });
      rule.after(otherwise.append(lightScheme(rule)));
    }
  },
});
