/** The views of /purchases. One of them is visible. Without a script none is. */
export type ViewName = 'loading' | 'ask' | 'sent' | 'link' | 'list' | 'failed' | 'erased';

export type NoticeKind = 'info' | 'success' | 'error';

/** Returns the element with this `data-part`. Throws if the page has no such element. */
export function part<E extends HTMLElement = HTMLElement>(name: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(`[data-part='${name}']`);
  if (!element) throw new Error(`The page has no part ${name}.`);
  return element;
}

/** Shows one of the views. Removes the purchases from the page when it shows another view than the list. */
export function showView(name: ViewName): void {
  for (const view of document.querySelectorAll<HTMLElement>('[data-view]'))
    view.hidden = view.dataset.view !== name;
  if (name !== 'list') part('purchases').replaceChildren();
}

/** Shows a view and moves the focus to its heading, after an action of the visitor. */
export function turnTo(name: ViewName): void {
  showView(name);
  document.querySelector<HTMLElement>(`[data-view='${name}'] h2`)?.focus();
}

/** Shows a result in a notice, which screen readers announce. An empty text hides the notice. */
export function setNotice(notice: HTMLElement, kind: NoticeKind, text: string): void {
  notice.dataset.kind = kind;
  notice.textContent = text;
}

/** Returns the text about a mailed link that is not complete. The page has it, because the first script is small. */
export function damagedLinkText(): string {
  return part('ask-notice').dataset.damaged ?? '';
}

/** Shows the form that asks for the address, with the reason why it is shown. */
export function turnToForm(text = '', kind: NoticeKind = 'error'): void {
  turnTo('ask');
  setNotice(part('ask-notice'), kind, text);
}
