import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import { callWorker } from './call-worker.ts';
import type { CardContent } from './card-content.ts';
import { countRows, type Decision } from './edited-list.ts';
import type { Group } from './find-groups.ts';
import { createCard, showDecision } from './group-card.ts';
import { onPress, part, sentenceOf } from './parts.ts';
import { type Found, SHOWN_GROUPS } from './worker.ts';

interface Results extends Found {
  /** Name of the file. */
  readonly name: string;
  /** The groups of the entries that merges left out. They follow the groups of the list. */
  readonly added: Group[];
}

/** The shown list and the visitor's decisions about it. */
let results: Results;
let decisions = new Map<number, Decision>();
/** The groups that the last press merged together. */
let lastMerged: readonly number[] = [];
let isSaved = true;
/** The group of the entries that a merge left out, by the index of the merged group. */
let leftOut = new Map<number, number>();
/** Groups of left out entries whose merge was undone. */
let withdrawn = new Set<number>();
/** Settles when the cards that were asked for are on the page. */
let adding: Promise<void> = Promise.resolve();

export function listenToResults(): void {
  part('more').onclick = () => addCards(true);
  onPress('merge-obvious', mergeObviousGroups);
  onPress('undo-obvious', undoObviousMerge);
  onPress('save', () => void save());
  part('groups').onchange = ({ target }) => {
    (target as HTMLElement).closest('li')?.setAttribute('data-changed', '');
    showObviousButton();
  };
}

/** Shows the groups of a list. Forgets the list before. */
export function showResults(name: string, found: Found): void {
  const { count, isGuess, groups, cards } = found;
  results = { ...found, name, added: [] };
  decisions = new Map();
  lastMerged = [];
  leftOut = new Map();
  withdrawn = new Set();
  setSaved(true);
  const heading = part('found');
  heading.textContent = groups === 0 ? texts.none(count) : texts.found(count, groups);
  part('guess').hidden = !isGuess;
  part('groups').replaceChildren();
  update('');
  heading.focus();
  adding = placeCards(cards);
}

/** Adds the next cards to the page. Earlier calls add their cards first. */
function addCards(shouldFocus?: boolean): void {
  const shown = results;
  adding = adding.then(async () => {
    const from = part('groups').childElementCount;
    try {
      const cards = await callWorker('describeCards', { from, added: shown.added });
      if (shown === results) await placeCards(cards, shouldFocus);
    } catch {
      showNumberOfMore();
      showFailure();
    }
  });
}

/** Adds cards to the page, one in each frame, so that no task is long. */
async function placeCards(contents: readonly CardContent[], shouldFocus?: boolean): Promise<void> {
  const shown = results;
  const place = part('groups');
  for (const [offset, content] of contents.entries()) {
    await new Promise(requestAnimationFrame);
    const index = place.childElementCount;
    if (shown !== results) return;
    const card = createCard(content, index, (decision) => {
      decide(index, content.group, decision);
    });
    showDecision(card, decisions.get(index));
    card.hidden = withdrawn.has(index);
    place.append(card);
    if (shouldFocus && offset === 0) part('name', card).focus();
  }
  showNumberOfMore();
}

function showNumberOfMore(): void {
  const left = countGroups() - part('groups').childElementCount;
  const more = part('more');
  more.hidden = left === 0;
  more.textContent = texts.more(Math.min(left, SHOWN_GROUPS));
}

/** Stores a decision, or removes it for null. The focus moves to the button that takes it back, or to the card. */
function decide(index: number, group: Group, decision: Decision | null): void {
  withdrawLeftOut(index);
  lastMerged = lastMerged.filter((one) => one !== index);
  if (decision) decisions.set(index, decision);
  else decisions.delete(index);
  if (decision?.kind === 'merged') addLeftOut(index, group, decision.members);
  setSaved(false);
  const card = part('groups').children[index] as HTMLElement;
  showDecision(card, decision);
  update(decision ? part('outcome', card).textContent : texts.undone);
  part(decision ? 'undo' : 'merge', card).focus();
}

/** Adds a group at the end for the entries that a merge has left out, since two of them may be one person. */
function addLeftOut(index: number, { members: all, reasons }: Group, merged: readonly number[] = []): void {
  const members = all.filter((member) => !merged.includes(member));
  if (members.length < 2) return;
  leftOut.set(index, countGroups());
  const areAllShown = part('groups').childElementCount === countGroups();
  results.added.push({ members, reasons, isObvious: false });
  if (areAllShown) addCards();
  else showNumberOfMore();
}

/** Takes the group of left out entries back, with all that was decided about it. */
function withdrawLeftOut(index: number): void {
  const rest = leftOut.get(index);
  if (rest === undefined) return;
  withdrawLeftOut(rest);
  leftOut.delete(index);
  decisions.delete(rest);
  withdrawn.add(rest);
  part('groups').children[rest]?.toggleAttribute('hidden', true);
}

function countGroups(): number {
  return results.groups + results.added.length;
}

/** Returns the indexes of the obvious groups that the visitor has not decided or changed. */
function openObviousGroups(): number[] {
  const cards = part('groups').children;
  return [...results.obviousSizes.keys()].filter(
    (index) => !decisions.has(index) && !cards[index]?.hasAttribute('data-changed'),
  );
}

function countEntries(groups: readonly number[]): number {
  return groups.reduce((sum, index) => sum + (results.obviousSizes[index] ?? 0), 0);
}

function mergeObviousGroups(): void {
  const open = openObviousGroups();
  // The button was pressed twice before the first press acted.
  if (open.length === 0) return;
  lastMerged = open;
  for (const index of lastMerged)
    decisions.set(index, { kind: 'merged', count: results.obviousSizes[index] ?? 0 });
  redraw(texts.mergedObvious(open.length, countEntries(open)), 'undo-obvious');
}

function undoObviousMerge(): void {
  for (const index of lastMerged) decisions.delete(index);
  lastMerged = [];
  redraw(texts.undone, 'merge-obvious');
}

function redraw(happened: string, focused: string): void {
  setSaved(false);
  for (const [index, card] of [...part('groups').children].entries())
    showDecision(card as HTMLElement, decisions.get(index));
  update(happened);
  const target = part(focused);
  (target.hidden ? part('found') : target).focus();
}

/** Shows the counts, and tells screen readers what happened. */
function update(happened: string): void {
  const { count, groups } = results;
  const open = countGroups() - withdrawn.size - decisions.size;
  part('counts').textContent = `${happened} ${texts.left(countRows(count, decisions), open)}`;
  for (const name of ['merging', 'bar']) part(name).hidden = groups === 0;
  showObviousButton();
  part('undo-obvious').hidden = lastMerged.every((index) => !decisions.has(index));
  part('save').hidden = !hasMerges();
  part('notice').textContent = '';
}

function showObviousButton(): void {
  const button = part('merge-obvious');
  const { length } = openObviousGroups();
  button.hidden = length < 2;
  button.textContent = texts.mergeObvious(length);
}

function showFailure(): void {
  part('notice').textContent = sentenceOf('not-done');
}

/** Saves the list as a file that the browser makes. A decision during the save is not in the file, and stays unsaved. */
async function save(): Promise<void> {
  const { count, name } = results;
  const saved = new Map(decisions);
  setSaved(true);
  const link = document.createElement('a');
  try {
    link.href = URL.createObjectURL(await callWorker('saveList', saved));
  } catch {
    setSaved(false);
    showFailure();
    return;
  }
  link.download = name.replace(/(?:\.\w{1,5})?$/, '-without-duplicates.csv');
  link.click();
  if (isSaved) part('notice').textContent = texts.saved(link.download, countRows(count, saved));
}

function hasMerges(): boolean {
  return countRows(results.count, decisions) < results.count;
}

/** Asks before merges are thrown away that are not saved. Returns false if the visitor stays. */
export function mayLeave(): boolean {
  if (!isSaved && !confirm(sentenceOf('not-saved'))) return false;
  setSaved(true);
  return true;
}

/** Until the merges are saved, the browser asks before it closes the page. */
function setSaved(value: boolean): void {
  isSaved = value || !hasMerges();
  if (isSaved) removeEventListener('beforeunload', warn);
  else addEventListener('beforeunload', warn);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
