import { findPeople, letterOf } from './book.ts';
import { cardView } from './card-view.ts';
import {
  archiveView,
  listView,
  personContent,
  sideView,
  tabsView,
  thumbsView,
  titleView,
} from './frame-view.ts';
import { roveFocus, setTabStop } from './rove-focus.ts';
import { type Actions, countText, emptyText, shownPeople, type State } from './state.ts';
import { createElement, fillElement } from './view.ts';

export type Parts = ReturnType<typeof buildParts>;

/** Creates the controls. They look like the drawing in `root`. */
export function buildParts(root: HTMLElement, opened: State, actions: Actions) {
  const title = createElement(titleView(find(root, 'b').textContent, opened, [tabsView(actions)]));
  const side = createElement(sideView(opened, actions));
  const list = createElement(listView(opened.book, opened, actions));
  const people = find(list, '.people');
  list.append(createElement(['p', { class: 'nobody' }]));
  const card = createElement(['div', { class: 'card', tabindex: '-1' }]);
  const grid = createElement(['div', { class: 'panes' }]);
  grid.append(side, list, card);
  const thumbs = createElement(thumbsView(opened, actions));
  const status = createElement(['p', { role: 'status' }]);
  const archive = root.querySelector('.slip') ? [createElement(archiveView(opened, actions))] : [];

  roveFocus(side, ({ dataset }) => {
    actions.followList(dataset.list ?? '');
  });
  roveFocus(people, ({ dataset }) => {
    actions.followPerson(Number(dataset.id));
  });
  roveFocus(thumbs);
  const all = [title, grid, thumbs, ...archive, status];
  const listRows = new Map(findAll(side, '.row').map((row) => [row.dataset.list, row]));
  const personRows = new Map(findAll(people, '.person').map((row) => [Number(row.dataset.id), row]));
  return { all, title, grid, side, listRows, list, people, personRows, card, thumbs, status };
}

/** Shows a state. `old` is the state that the parts show already: only what differs is written. */
export function showState(
  root: HTMLElement,
  parts: Parts,
  actions: Actions,
  state: State,
  old?: State,
): void {
  const { title, side, list, people, card, thumbs, listRows, personRows } = parts;
  const { book, chosen, isReviewing } = state;
  // First the card: removing its focused button lays out the window, with all changes made before.
  if (chosen !== old?.chosen || isReviewing !== old.isReviewing) fillElement(card, cardView(state, actions));
  root.dataset.view = isReviewing ? 'review' : 'card';
  if (state.list !== old?.list) {
    const row = listRows.get(state.list);
    markRow(side, row);
    setTabStop(side, row);
  }
  if (chosen !== old?.chosen) {
    markRow(people, personRows.get(chosen.id));
    for (const thumb of findAll(thumbs, 'button')) {
      const isOn = thumb.textContent.includes(letterOf(chosen));
      thumb.classList.toggle('on', isOn);
      if (isOn) setTabStop(thumbs, thumb);
    }
  }
  if (book !== old?.book) {
    for (const [name = '', row] of listRows)
      find(row, 'b').textContent = String(findPeople(book, name).length);
    fillElement(find(people, '.on'), personContent(chosen));
  }
  if (book === old?.book && state.list === old.list && state.query === old.query) return;
  const shown = shownPeople(state);
  find(title, '.count').textContent = countText(state);
  find(list, '.nobody').textContent = shown.length === 0 ? emptyText(state) : '';
  const ids = new Set(shown.map(({ id }) => id));
  for (const [id, row] of personRows) setHidden(row, !ids.has(id));
  const letters = Map.groupBy(shown, letterOf);
  for (const group of findAll(people, '[role=group]')) {
    const count = letters.get(group.ariaLabel ?? '')?.length ?? 0;
    setHidden(group, count === 0);
    // The height of a letter that the browser has not laid out: a heading and rows.
    group.style.containIntrinsicBlockSize = `auto ${String(1.95 + 2.86 * count)}rem`;
  }
  setTabStop(people, personRows.get(shown[0]?.id ?? NaN));
  for (const thumb of findAll(thumbs, 'button'))
    thumb.ariaDisabled = String(![...thumb.textContent].some((letter) => letters.has(letter)));
}

/** Marks a row as the chosen one of its pane. */
function markRow(pane: HTMLElement, row: HTMLElement | undefined): void {
  for (const option of new Set([...findAll(pane, '.on'), row])) {
    option?.classList.toggle('on', option === row);
    if (option) option.ariaSelected = String(option === row);
  }
}

/** Writes only a new value: even an equal one computes the style. */
function setHidden(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** Returns the first element in `part` that matches a selector. */
export function find(part: HTMLElement, selector: string): HTMLElement {
  const found = part.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(selector);
  return found;
}

function findAll(part: HTMLElement, selector: string): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(selector)];
}
