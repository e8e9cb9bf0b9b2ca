/** An element as data: its tag, its attributes, and its children. The window's script creates it; the build draws it. */
export type View = string | ElementView;

export type ElementView = readonly [tag: string, attributes: Attributes, ...children: View[]];

/** An attribute, or the listener of an event with this name. */
type Attributes = Readonly<Record<string, string | boolean | Listener | undefined>>;

type Listener = (event: Event) => void;

/** Creates the element. The policy of the page forbids scripts to parse HTML. */
export function createElement([tag, attributes, ...children]: ElementView): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function')
      // After the press is painted, so that a slow phone answers at once.
      element.addEventListener(name, (event) => requestAnimationFrame(() => setTimeout(value, 0, event)));
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  fillElement(element, children);
  return element;
}

/** Replaces the children of an element. */
export function fillElement(element: HTMLElement, children: readonly View[]): void {
  element.replaceChildren(
    ...children.map((child) => (typeof child === 'string' ? child : createElement(child))),
  );
}
