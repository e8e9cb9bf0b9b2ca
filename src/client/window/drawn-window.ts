import { allContacts, findPeople, letterOf } from './book.ts';
import { cardView } from './card-view.ts';
import { withoutControls } from './draw-view.ts';
import { archiveView, listView, sideView, tabsView, thumbsView, titleView } from './frame-view.ts';
import { openBook } from './state.ts';
import type { ElementView } from './view.ts';

/** The number of people in sight. */
const peopleInSight = 8;

/** The window as it is drawn before its script runs. `isReviewing` shows the two entries of a possible duplicate. */
export function drawnWindow(product: string, isReviewing: boolean): readonly ElementView[] {
  const state = openBook(isReviewing);
  /** The people in sight after the script has scrolled to the letter of the chosen card. */
  const people = findPeople(state.book, allContacts)
    .filter((person) => letterOf(person) === letterOf(state.chosen))
    .slice(0, peopleInSight);
  const views: ElementView[] = [
    titleView(product, state, isReviewing ? [] : [tabsView()]),
    [
      'div',
      { class: 'panes' },
      ...(isReviewing ? [] : [sideView(state), listView(people, state)]),
      ['div', { class: 'card' }, ...cardView(state)],
    ],
    thumbsView(state),
    ...(isReviewing ? [] : [archiveView(state)]),
  ];
  return views.map(withoutControls);
}
