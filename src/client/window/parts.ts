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
  const panes = createElement(['div', { class: 'panes' }]);
  panes.append(side, list, card);
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
  const all = [title, panes, thumbs, ...archive, status];
  return { all, title, side, list, people, card, thumbs, status };
}

/** Shows a state. `old` is the state that the parts show already. */
export function showState(
  root: HTMLElement,
  parts: Parts,
  actions: Actions,
  state: State,
  old?: State,
): void {
  const { title, side, list, people, card, thumbs } = parts;
  const shown = shownPeople(state);
  const ids = new Set(shown.map(({ id }) => String(id)));
  const letters = Map.groupBy(shown, letterOf);
  root.dataset.view = state.isReviewing ? 'review' : 'card';
  find(title, '.count').textContent = countText(state);
  find(list, '.nobody').textContent = shown.length === 0 ? emptyText(state) : '';
  for (const row of findAll(side, '.row')) {
    const list = row.dataset.list ?? '';
    if (state.book !== old?.book) find(row, 'b').textContent = String(findPeople(state.book, list).length);
    mark(row, list === state.list);
  }
  for (const row of findAll(people, '.person')) {
    row.hidden = !ids.has(row.dataset.id ?? '');
    mark(row, row.dataset.id === String(state.chosen.id));
    if (state.book !== old?.book && row.classList.contains('on'))
      fillElement(row, personContent(state.chosen));
  }
  for (const group of findAll(people, '[role=group]')) {
    const count = letters.get(group.ariaLabel ?? '')?.length ?? 0;
    group.hidden = count === 0;
    // The height of a letter that the browser has not laid out: a heading and rows.
    group.style.containIntrinsicBlockSize = `auto ${String(1.95 + 2.86 * count)}rem`;
  }
  if (state.list !== old?.list || state.query !== old.query) people.scrollTop = 0;
  setTabStop(side, find(side, '.on'));
  setTabStop(people, people.querySelector<HTMLElement>('.on:not([hidden]), .person:not([hidden])'));
  for (const thumb of findAll(thumbs, 'button')) {
    const own = [...thumb.textContent];
    thumb.ariaDisabled = String(!own.some((letter) => letters.has(letter)));
    thumb.classList.toggle('on', own.includes(letterOf(state.chosen)));
    if (thumb.classList.contains('on')) setTabStop(thumbs, thumb);
  }
  if (state.chosen !== old?.chosen || state.isReviewing !== old.isReviewing)
    fillElement(card, cardView(state, actions));
}

function mark(option: HTMLElement, isChosen: boolean): void {
  if (option.classList.contains('on') === isChosen && option.ariaSelected === String(isChosen)) return;
  option.classList.toggle('on', isChosen);
  option.ariaSelected = String(isChosen);
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
