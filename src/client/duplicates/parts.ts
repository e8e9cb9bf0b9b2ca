import type { FinderProblem } from './list.ts';

/** Returns the element with this `data-part`. Throws if the page has no such element. */
export function part<E extends HTMLElement = HTMLElement>(name: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(`[data-part='${name}']`);
  if (!element) throw new Error(`The page has no part ${name}.`);
  return element;
}

/** Returns the sentence about a problem from the page's HTML. */
export function sentenceOf(problem: FinderProblem): string {
  return part(problem, part<HTMLTemplateElement>('problems').content).textContent;
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

/**
 * Lets a press on the button with this `data-part` act after the press is painted, so that a slow phone answers at once. The second
 * click of a double-click does nothing: the first may have put another button there.
 */
export function onPress(name: string, act: () => void, within?: ParentNode): void {
  part(name, within).onclick = ({ detail }) => {
    if (detail < 2) requestAnimationFrame(() => setTimeout(act));
  };
}
