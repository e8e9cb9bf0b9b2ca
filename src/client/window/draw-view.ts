import type { ElementView, View } from './view.ts';

const controls = new Set(['button', 'label', 'input']);

/**
 * Returns a view that looks the same and has no controls. Keeps the classes, turns `checked` into the class `on`, and a
 * placeholder into text.
 */
export function withoutControls([tag, attributes, ...children]: ElementView): ElementView {
  const { class: classes, checked, placeholder } = attributes;
  const names = [classes, checked && 'on'].filter((name) => typeof name === 'string').join(' ');
  const inner = typeof placeholder === 'string' ? [placeholder] : children;
  return [
    controls.has(tag) ? 'span' : tag,
    names ? { class: names } : {},
    ...inner.map((child) => (typeof child === 'string' ? child : withoutControls(child))),
  ];
}

/** Returns a view without controls as HTML. */
export function htmlOf(view: View): string {
  if (typeof view === 'string') return escapeText(view);
  const [tag, { class: classes }, ...children] = view;
  const start = typeof classes === 'string' ? ` class="${escapeText(classes)}"` : '';
  return `<${tag}${start}>${children.map(htmlOf).join('')}</${tag}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
