/** Returns the element with this `data-part`. Throws if there is none. */
export function part<E extends HTMLElement = HTMLElement>(name: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(`[data-part='${name}']`);
  if (!element) throw new Error(`The page has no part ${name}.`);
  return element;
}

/** Returns a new element with a text. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
}
