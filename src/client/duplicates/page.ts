import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import { callWorker, startWorker } from './call-worker.ts';
import type { FileProblem } from './list.ts';
import { part } from './parts.ts';
import { listenToResults, mayLeave, showResults } from './results.ts';

/** Counts the files that were chosen, so that a file that is still being read does not replace a later one. */
let turn = 0;

/** Starts the page, and its worker from the same script. Resolves when the page can be used. */
export function startPage(script: string): Promise<unknown> {
  const ready = startWorker(script);
  const field = part<HTMLInputElement>('file');
  const sample = part('sample');
  field.addEventListener('change', readChosenFile);
  sample.addEventListener('click', () => void openList('people.csv', sampleFile()));
  part('restart').addEventListener('click', restart);
  listenToResults();
  acceptDrops();
  // The visitor may have chosen a file or pressed a button before this script ran, or the browser has restored a choice.
  if (field.files?.length) readChosenFile();
  else if (window.lastPress?.target === sample) sample.click();
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
  showProblem(null);
  showState('reading');
  part('progress').textContent = texts.reading(name);
  const found = await callWorker('openList', file);
  if (mine !== turn) return;
  if ('problem' in found) {
    showState('start');
    showProblem(found.problem);
    forgetFile();
  } else {
    showState('results');
    showResults(name, found);
  }
}

function showState(state: 'start' | 'reading' | 'results'): void {
  const finder = part('finder');
  finder.dataset.state = state;
  for (const view of finder.querySelectorAll<HTMLElement>('[data-view]'))
    view.hidden = view.dataset.view !== state;
}

function showProblem(problem: FileProblem | null): void {
  const texts = part<HTMLTemplateElement>('problems').content;
  part('problem').textContent = problem && part(problem, texts).textContent;
}
