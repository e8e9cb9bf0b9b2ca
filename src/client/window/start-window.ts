import { type Book, findTwin, letterOf, mergePeople, type SingleField, undoMerge } from './book.ts';
import { buildParts, find, showState } from './parts.ts';
import { peopleCsv } from './people-csv.ts';
import { setTabStop } from './rove-focus.ts';
import { saveText } from './save-text.ts';
import { type Actions, countText, type Pane, panes, shownPeople, type State } from './state.ts';

/** Replaces the content of the drawing by controls that look the same. */
export function startWindow(root: HTMLElement, opened: State): void {
  let state = opened;
  let fromOther = new Set<SingleField>();

  const actions: Actions = {
    followList(list) {
      update({ list });
      announce(`${list}: ${countText(state)}`);
      parts.people.scrollTop = 0;
    },
    showList(list) {
      revealPane('list', () => actions.followList(list));
    },
    search(query) {
      update({ query });
      announce(countText(state));
      parts.people.scrollTop = 0;
    },
    followPerson(id) {
      const chosen = state.book.find((person) => person.id === id);
      if (chosen) update({ chosen, isReviewing: false });
    },
    choose(id) {
      revealPane('card', () => actions.followPerson(id));
    },
    jump(letters) {
      if (!isShown('list')) showPane('list');
      const found = shownPeople(state).find((person) => letters.includes(letterOf(person)));
      const row = found && parts.personRows.get(found.id);
      if (!row) return;
      setTabStop(parts.people, row);
      scrollTo(row.parentElement);
    },
    showPane,
    saveFile() {
      saveText(peopleCsv(shownPeople(state)), 'people.csv');
      announce(`people.csv has ${countText(state)}`);
    },
    review() {
      fromOther = new Set();
      update({ isReviewing: true });
      find(parts.card, '.review').focus();
    },
    closeReview() {
      update({ isReviewing: false });
      focusCard();
    },
    pick(field, isOther) {
      if (isOther) fromOther.add(field);
      else fromOther.delete(field);
    },
    merge() {
      const kept = state.chosen;
      const other = findTwin(state.book, kept);
      if (!other) return;
      const merge = { kept, other };
      showBook('Merged', mergePeople(state.book, merge, fromOther), kept.id, [...state.merges, merge]);
    },
    undo() {
      const merge = state.merges.find(({ kept }) => kept.id === state.chosen.id);
      if (!merge) return;
      const merges = state.merges.filter((one) => one !== merge);
      showBook('Undone', undoMerge(state.book, merge), merge.kept.id, merges);
    },
  };
  const parts = buildParts(root, state, actions);
  let columns = 1;
  showState(root, parts, actions, state);
  root.replaceChildren(...parts.all);
  root.role = 'region';
  root.ariaLabel = `${find(parts.title, 'b').textContent} in miniature, with invented people`;
  showPane('card');
  countColumns();
  scrollTo(find(parts.people, '.on').parentElement);
  // A window of another width shows other panes.
  new ResizeObserver(countColumns).observe(root);

  function update(change: Partial<State>): void {
    const old = state;
    state = { ...state, ...change };
    showState(root, parts, actions, state, old);
  }

  /** Shows a changed book, and the card of one person. */
  function showBook(outcome: string, book: Book, id: number, merges: State['merges']): void {
    const chosen = book.find((person) => person.id === id);
    if (chosen) update({ book, chosen, merges, isReviewing: false });
    announce(`${outcome}: ${countText(state)}`);
    focusCard();
  }

  /** Moves the focus to the first button of the card, because the pressed one is gone. */
  function focusCard(): void {
    (parts.card.querySelector('button') ?? parts.card).focus();
  }

  function announce(text: string): void {
    parts.status.textContent = text;
  }

  /** Shows a pane with its new content. In a narrow window the focus moves there, last, because it lays out the window. */
  function revealPane(pane: Pane, show: () => void): void {
    const wasShown = isShown(pane);
    if (!wasShown) showPane(pane);
    show();
    if (!wasShown) (parts[pane].querySelector<HTMLElement>('[tabindex="0"]') ?? parts.card).focus();
  }

  function showPane(pane: Pane): void {
    root.dataset.pane = pane;
    markTabs();
  }

  /** Counts the panes side by side. */
  function countColumns(): void {
    columns = getComputedStyle(parts.grid).gridTemplateColumns.split(' ').length;
    markTabs();
  }

  /**
   * Says whether a pane is in sight, without asking the browser, which would lay out the window.
   * 1 column:  the pane that the window shows
   * 2 columns: the card, and the lists or the people
   * 3 columns: all
   */
  function isShown(pane: Pane): boolean {
    const shown = root.dataset.pane;
    if (columns === 1) return pane === shown;
    const showsSides = shown === 'side';
    return columns === 3 || pane === 'card' || (pane === 'side') === showsSides;
  }

  function markTabs(): void {
    for (const pane of panes) find(parts.title, `[data-pane=${pane}]`).ariaPressed = String(isShown(pane));
  }

  /** Scrolls the people, but not the page, to a letter. */
  function scrollTo(letter: HTMLElement | null): void {
    parts.people.scrollTop +=
      (letter ?? parts.people).getBoundingClientRect().top - parts.people.getBoundingClientRect().top;
  }
}
