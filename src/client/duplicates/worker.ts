import { type CardContent, describeCard } from './card-content.ts';
import { type Decisions, writeList } from './edited-list.ts';
import { findGroups, type Group } from './find-groups.ts';
import { type FileProblem, ListError, maxFileBytes, type PeopleList } from './list.ts';
import { type Person, readPeople } from './people.ts';
import { readList } from './read-list.ts';

/** Number of groups that are shown at once. */
export const SHOWN_GROUPS = 10;

/** The facts of a list that the page shows. The list itself stays in the worker. */
export interface Found {
  /** Number of rows. */
  readonly count: number;
  readonly isGuess: boolean;
  /** The obvious groups come first. */
  readonly groups: readonly Group[];
  /** The cards of the first groups. */
  readonly cards: readonly CardContent[];
}

/** The functions that the page calls. */
const calls = { openList, describeCards, saveList };
export type Calls = typeof calls;

/** The list that was opened last. */
let list: PeopleList;
let people: readonly Person[];

/** Answers the calls of the page, one after the other. The first message says that the worker is ready. */
export function answerPage(): void {
  let last = Promise.resolve();
  addEventListener('message', ({ data, ports: [port] }) => {
    const [name, argument] = data as [keyof Calls, never];
    const answer = async () => {
      port?.postMessage(await calls[name](argument));
    };
    last = last.then(answer, answer);
  });
  postMessage('ready');
}

/** Reads a list, and finds its groups. Later calls are about this list. */
async function openList(file: Blob): Promise<Found | { readonly problem: FileProblem }> {
  try {
    if (file.size > maxFileBytes) throw new ListError('too-large');
    list = readList(new Uint8Array(await file.arrayBuffer()));
    people = readPeople(list);
    const groups = findGroups(people).toSorted((a, b) => Number(b.isSure) - Number(a.isSure));
    const first = groups.slice(0, SHOWN_GROUPS).map(({ members }) => members);
    return { count: list.rows.length, isGuess: list.isGuess, groups, cards: describeCards(first) };
  } catch (error) {
    if (error instanceof ListError) return { problem: error.problem };
    console.warn('find duplicates', error);
    return { problem: 'unreadable' };
  }
}

function describeCards(groups: readonly (readonly number[])[]): readonly CardContent[] {
  return groups.map((members) => describeCard(list, people, members));
}

function saveList(decisions: Decisions): Blob {
  return new Blob([writeList(list, decisions)], { type: 'text/csv' });
}
