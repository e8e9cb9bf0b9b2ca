import { duplicateMessages as texts, fileProblems } from '../../shared/messages/duplicates.ts';
import { type FileProblem, ListError, maxFileBytes, type PeopleList } from './list.ts';
import { part } from './parts.ts';
import { readList } from './read-list.ts';
import { findGroups, type Group } from './find-groups.ts';
import { type Person, readPeople } from './people.ts';
import { mayLeave, showResults } from './results.ts';
import { runInSlices } from './run-in-slices.ts';
import { sampleList } from './sample-list.ts';

/* The script of /find-duplicates. It is one file and sends nothing: see docs/decisions/43-find-duplicates.md. */

const field = part<HTMLInputElement>('file');
const finder = part('finder');

/** Counts the files that were chosen, so that a file that is still being read does not replace a later one. */
let turn = 0;

field.addEventListener('change', readChosenFile);
part('sample').addEventListener('click', () => {
  void openList('people.csv', () => Promise.resolve(new TextEncoder().encode(sampleList)));
});
part('restart').addEventListener('click', () => {
  if (!mayLeave()) return;
  turn += 1;
  field.value = '';
  showState('start');
  field.focus();
});
acceptDrops();
// The visitor may have chosen a file or pressed a button before this script ran, or the browser has restored a choice.
if (field.files?.length) readChosenFile();
else if (window.lastPress?.target === part('sample')) part('sample').click();

/** Resolves when the page can be used. */
export const shown = Promise.resolve();

function readChosenFile(): void {
  const file = field.files?.[0];
  if (file) openFile(file);
}

function openFile(file: File): void {
  void openList(file.name, async () => {
    if (file.size > maxFileBytes) throw new ListError('too-large');
    return new Uint8Array(await file.arrayBuffer());
  });
}

/** Accepts a file that is dropped anywhere. The browser would leave the page for a file beside the field. */
function acceptDrops(): void {
  addEventListener('dragover', (event) => {
    event.preventDefault();
    finder.dataset.over = '';
  });
  for (const type of ['dragleave', 'drop'] as const)
    addEventListener(type, () => {
      delete finder.dataset.over;
    });
  addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    // A list with decisions is not thrown away by a stray drop.
    if (file && finder.dataset.state !== 'results') openFile(file);
  });
}

async function openList(name: string, read: () => Promise<Uint8Array>): Promise<void> {
  const mine = (turn += 1);
  showProblem(null);
  showState('reading');
  part('progress').textContent = texts.reading(name);
  try {
    const found = await runInSlices(search(await read()));
    if (mine !== turn) return;
    showState('results');
    showResults({ ...found, name });
  } catch (error) {
    if (mine !== turn) return;
    showState('start');
    showProblem(error instanceof ListError ? error.problem : 'unreadable');
    if (!(error instanceof ListError)) console.warn('find duplicates', error);
    field.value = '';
  }
}

interface Found {
  readonly list: PeopleList;
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
}

function* search(bytes: Uint8Array): Generator<undefined, Found> {
  const list = yield* readList(bytes);
  const people = yield* readPeople(list);
  return { list, people, groups: yield* findGroups(people) };
}

function showState(state: 'start' | 'reading' | 'results'): void {
  finder.dataset.state = state;
  for (const view of finder.querySelectorAll<HTMLElement>('[data-view]'))
    view.hidden = view.dataset.view !== state;
}

function showProblem(problem: FileProblem | null): void {
  part('problem').textContent = problem && fileProblems[problem];
}
