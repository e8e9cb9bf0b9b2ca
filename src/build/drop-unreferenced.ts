import type { AtRule, Declaration, Root } from 'postcss';
import type { UsedNames } from './can-match.ts';
import { wordsOf } from './words.ts';

const faceOf = (face: AtRule): string => {
  let family = '';
  face.walkDecls('font-family', ({ value }) => {
    family = value.replace(/^(["'])(.*)\1$/, '$2');
  });
  return family;
};

/** A @property or the descriptors of a @font-face define a name; they do not refer to one. */
const defines = ({ parent }: Declaration): boolean =>
  parent?.type === 'atrule' && 'name' in parent && /^(?:font-face|property)$/.test(String(parent.name));

/** Everything by which a sheet can refer to a name: values, and the conditions of at-rules. */
const referringText = (sheet: Root): string => {
  const texts: string[] = [];
  sheet.walkDecls((declaration) => {
    if (!defines(declaration)) texts.push(declaration.value);
  });
  sheet.walkAtRules(/^(?:container|supports|media)$/, ({ params }) => {
    texts.push(params);
  });
  return texts.join(' ');
};

/**
 * Removes @keyframes, @font-face and custom properties that neither the sheet nor the page names, until
 * nothing more goes: a property may have been named by another one only.
 */
export const dropUnreferenced = (sheet: Root, used: UsedNames): void => {
  for (let dropped = true; dropped;) {
    dropped = false;
    const text = referringText(sheet);
    const words = wordsOf(text);
    const unknown = (name: string) => !words.has(name) && !used.has(name);
    const drop = (node: AtRule | Declaration) => {
      const { parent } = node;
      node.remove();
      if (parent?.type === 'rule' && parent.nodes?.length === 0) parent.remove();
      dropped = true;
    };
    sheet.walkAtRules('keyframes', (frames) => {
      if (unknown(frames.params.replace(/["']/g, ''))) drop(frames);
    });
    sheet.walkAtRules('font-face', (face) => {
      const family = faceOf(face);
      if (!text.includes(family) && !used.has(family)) drop(face);
    });
    sheet.walkDecls(/^--/, (property) => {
      if (unknown(property.prop)) drop(property);
    });
  }
};
