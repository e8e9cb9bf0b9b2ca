import {
  allContacts,
  type Book,
  duplicates,
  findPeople,
  type Merge,
  type Person,
  remembered,
  type SingleField,
} from './book.ts';
import { inventPeople } from './people.ts';

export interface State {
  readonly book: Book;
  /** The chosen list of the left pane. */
  readonly list: string;
  readonly query: string;
  /** The person whose card is shown. */
  readonly chosen: Person;
  /** True while the card's pane shows the two entries of a possible duplicate. */
  readonly isReviewing: boolean;
  readonly merges: readonly Merge[];
}

/** The functions of the window's controls. */
export interface Actions {
  /** Shows a list. A narrow window turns to the pane of the people. */
  readonly showList: (list: string) => void;
  /** Shows the list that an arrow key has reached. */
  readonly followList: (list: string) => void;
  readonly search: (query: string) => void;
  /** Shows a card. A narrow window turns to the pane of the card. */
  readonly choose: (id: number) => void;
  /** Shows the card that an arrow key has reached. */
  readonly followPerson: (id: number) => void;
  /** Scrolls to the first person under one of the letters. */
  readonly jump: (letters: string) => void;
  readonly showPane: (pane: Pane) => void;
  readonly saveFile: () => void;
  readonly review: () => void;
  readonly closeReview: () => void;
  readonly pick: (field: SingleField, isOther: boolean) => void;
  readonly merge: () => void;
  readonly undo: () => void;
}

/** The panes of a narrow window, which shows one at a time. */
export const panes = ['side', 'list', 'card'] as const;

export type Pane = (typeof panes)[number];

/** The window as it is drawn: the card of Inês Carvalho, or her two entries side by side. */
export function openBook(isReviewing: boolean): State {
  const book = inventPeople();
  const chosen = book.find(({ name }) => name === 'Inês Carvalho');
  if (!chosen) throw new Error('no Inês');
  return { book, list: isReviewing ? duplicates : allContacts, query: '', chosen, isReviewing, merges: [] };
}

/** Returns the people that the list's pane shows. */
export function shownPeople({ book, list, query }: State): Book {
  return findPeople(book, list, query);
}

/** Says how many people are shown. */
export function countText(state: State): string {
  const shown = shownPeople(state).length;
  if (state.list === remembered)
    return shown === 1 ? '1 remembered person' : `${String(shown)} remembered people`;
  const all = findPeople(state.book, allContacts).length;
  return shown === all ? `${String(all)} people` : `${String(shown)} of ${String(all)} people`;
}

/** Says why nobody is shown. */
export function emptyText({ list, query }: State): string {
  return query.trim() ? `Nobody in ${list} matches “${query.trim()}”.` : 'No duplicates left.';
}
