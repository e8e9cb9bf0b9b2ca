import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import { callWorker, startWorker } from './call-worker.ts';
import { FinderError } from './list.ts';
import { onPress, part, sentenceOf } from './parts.ts';
import { listenToResults, mayLeave, showResults } from './results.ts';

/** Counts the files that were chosen, so that a file that is still being read does not replace a later one. */
let turn = 0;

/** Starts the page, and its worker from the same script. Resolves when the page can be used. */
export function startPage(script: string): Promise<void> {
  const ready = startWorker(script);
  const sample = part('sample');
  part('file').onchange = readChosenFile;
  sample.onclick = () => openList('people.csv', sampleFile());
  onPress('restart', restart);
  listenToResults();
  acceptDrops();
  // The visitor may have chosen a file or pressed a button before this script ran, or the browser has restored a choice.
  if (window.lastPress?.target === sample) sample.click();
  readChosenFile();
  return ready;
}

function sampleFile(): Blob {
  return new Blob([part<HTMLTemplateElement>('sample-list').content.textContent]);
}

function readChosenFile(): void {
  const file = part<HTMLInputElement>('file').files?.[0];
  if (file) void openList(file.name, file);
}

function restart(): void {
  if (!mayLeave()) return;
  turn += 1;
  showState('start');
  forgetFile().focus();
}

function forgetFile(): HTMLInputElement {
  const field = part<HTMLInputElement>('file');
  field.value = '';
  return field;
}

/** Accepts a file that is dropped anywhere. The browser would leave the page for a file that misses the field. */
function acceptDrops(): void {
  const { dataset } = part('finder');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    dataset.over = '';
  });
  for (const type of ['dragleave', 'drop'] as const)
    addEventListener(type, () => {
      delete dataset.over;
    });
  addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    // A list with decisions is not thrown away by a stray drop.
    if (file && dataset.state !== 'results') void openList(file.name, file);
  });
}

async function openList(name: string, file: Blob): Promise<void> {
  const mine = (turn += 1);
  const problem = part('problem');
  problem.textContent = '';
  showState('reading');
  part('progress').textContent = texts.reading(name);
  try {
    const found = await callWorker('openList', file);
    if (mine !== turn) return;
    showState('results');
    showResults(name, found);
  } catch (error) {
    if (mine !== turn) return;
    showState('start');
    // The notice has the sentence for a worker that cannot be loaded.
    problem.textContent =
      error instanceof FinderError ? sentenceOf(error.message) : (problem.dataset.failed ?? '');
    forgetFile();
  }
}

function showState(state: 'start' | 'reading' | 'results'): void {
  const finder = part('finder');
  finder.dataset.state = state;
  for (const view of finder.querySelectorAll<HTMLElement>('[data-view]'))
    view.hidden = view.dataset.view !== state;
}
