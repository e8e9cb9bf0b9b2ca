import { type CardContent, describeCard } from './card-content.ts';
import { type Decisions, writeList } from './edited-list.ts';
import { findGroups, type Group } from './find-groups.ts';
import { FinderError, maxFileBytes, type PeopleList } from './list.ts';
import { type Person, readPeople } from './people.ts';
import { readList } from './read-list.ts';

/** Number of groups that are shown at once. */
export const SHOWN_GROUPS = 10;

/** The facts of a list that the page shows. The list itself stays in the worker. */
export interface Found {
  /** Number of rows. */
  readonly count: number;
  readonly isGuess: boolean;
  /** Number of groups. The obvious ones come first. */
  readonly groups: number;
  /** Numbers of rows in the obvious groups. */
  readonly obviousSizes: readonly number[];
  /** The cards of the first groups. */
  readonly cards: readonly CardContent[];
}

/** The functions that the page calls. */
const calls = { start, openList, describeCards, saveList };
export type Calls = typeof calls;

/** The list that was opened last. */
let list: PeopleList;
let people: readonly Person[];
let groups: readonly Group[];

/** Answers the calls of the page, one after the other, each with a value or a problem. */
export function answerPage(): void {
  let last = Promise.resolve();
  addEventListener('message', ({ data, ports: [port] }) => {
    const [name, argument] = data as [keyof Calls, never];
    const answer = async () => {
      try {
        port?.postMessage([await calls[name](argument)]);
      } catch (error) {
        console.warn(error);
        port?.postMessage([null, error instanceof FinderError ? error.message : 'unreadable']);
      }
    };
    last = last.then(answer);
  });
}

/** Does nothing. The answer says that the worker is ready. */
function start(): void {}

/** Reads a list, and finds its groups. Later calls are about this list. */
async function openList(file: Blob): Promise<Found> {
  if (file.size > maxFileBytes) throw new FinderError('too-large');
  list = readList(new Uint8Array(await file.arrayBuffer()));
  people = readPeople(list);
  groups = findGroups(people).toSorted((a, b) => Number(b.isObvious) - Number(a.isObvious));
  return {
    count: list.rows.length,
    isGuess: list.isGuess,
    groups: groups.length,
    obviousSizes: groups.flatMap(({ isObvious, members }) => (isObvious ? members.length : [])),
    cards: describeCards({ from: 0, added: [] }),
  };
}

/** Returns the next cards. The groups that the page has added follow those of the list. */
function describeCards({
  from,
  added,
}: {
  readonly from: number;
  readonly added: readonly Group[];
}): readonly CardContent[] {
  const next = [...groups, ...added].slice(from, from + SHOWN_GROUPS);
  return next.map((group) => describeCard(list, people, group));
}

function saveList(decisions: Decisions): Blob {
  return new Blob([writeList(list, decisions, groups)], { type: 'text/csv' });
}
