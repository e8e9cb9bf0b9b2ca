import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import { callWorker } from './call-worker.ts';
import type { CardContent } from './card-content.ts';
import { countRows, type Decision, mergeAll } from './edited-list.ts';
import type { Group } from './find-groups.ts';
import { createCard, showDecision } from './group-card.ts';
import { part } from './parts.ts';
import { type Found, SHOWN_GROUPS } from './worker.ts';

interface Results {
  /** Name of the file. */
  readonly name: string;
  /** Number of rows. */
  readonly count: number;
  readonly groups: Group[];
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
/** The last call for cards. */
let adding: Promise<unknown> = Promise.resolve();

export function listenToResults(): void {
  const presses = { more: showMore, sure: askSure, 'undo-sure': undoSure, save };
  for (const [name, onPress] of Object.entries(presses))
    part(name).addEventListener('click', () => void onPress());
  part<HTMLDialogElement>('confirm').addEventListener('close', mergeSure);
}

/** Shows the groups of a list. Forgets the list before. */
export function showResults(name: string, { count, isGuess, groups, cards }: Found): void {
  results = { name, count, groups: [...groups] };
  decisions = new Map();
  lastMerged = [];
  leftOut = new Map();
  withdrawn = new Set();
  setSaved(true);
  const heading = part('found');
  heading.textContent = groups.length === 0 ? texts.none(count) : texts.found(count, groups.length);
  part('guess').hidden = !isGuess;
  part('groups').replaceChildren();
  placeCards(cards);
  update('');
  heading.focus();
}

async function showMore(): Promise<void> {
  const cards = await addCards();
  cards[0]?.querySelector<HTMLElement>('h3')?.focus();
}

/** Adds the next cards to the page. Earlier calls add their cards first. */
function addCards(): Promise<readonly HTMLElement[]> {
  const shown = results;
  const added = adding.then(async () => {
    const from = part('groups').childElementCount;
    const groups = shown.groups.slice(from, from + SHOWN_GROUPS).map(({ members }) => members);
    const cards = await callWorker('describeCards', groups);
    return shown === results ? placeCards(cards) : [];
  });
  adding = added;
  return added;
}

function placeCards(contents: readonly CardContent[]): readonly HTMLElement[] {
  const place = part('groups');
  const from = place.childElementCount;
  const cards = contents.flatMap((content, offset) => {
    const index = from + offset;
    const group = results.groups[index];
    if (!group) return [];
    const card = createCard(content, group, index, (decision) => {
      decide(index, decision);
    });
    showDecision(card, decisions.get(index));
    card.hidden = withdrawn.has(index);
    return card;
  });
  place.append(...cards);
  showNumberOfMore();
  return cards;
}

function showNumberOfMore(): void {
  const left = results.groups.length - part('groups').childElementCount;
  const more = part('more');
  more.hidden = left === 0;
  more.textContent = texts.more(Math.min(left, SHOWN_GROUPS));
}

/** Stores a decision, or removes it for null. The focus moves to the button that takes it back, or to the card. */
function decide(index: number, decision: Decision | null): void {
  withdrawLeftOut(index);
  lastMerged = lastMerged.filter((one) => one !== index);
  if (decision) decisions.set(index, decision);
  else decisions.delete(index);
  if (decision?.kind === 'merged') addLeftOut(index, decision.members);
  setSaved(false);
  const card = part('groups').children[index] as HTMLElement;
  showDecision(card, decision ?? undefined);
  update(decision ? part('outcome', card).textContent : texts.undone);
  part(decision ? 'undo' : 'merge', card).focus();
}

/** Adds a group at the end for the entries that a merge has left out, since two of them may be one person. */
function addLeftOut(index: number, merged: readonly number[]): void {
  const { groups } = results;
  const group = groups[index];
  const members = group?.members.filter((member) => !merged.includes(member)) ?? [];
  if (!group || members.length < 2) return;
  leftOut.set(index, groups.length);
  const areAllShown = part('groups').childElementCount === groups.length;
  groups.push({ members, reasons: group.reasons, isSure: false });
  if (areAllShown) void addCards();
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
  const card = part('groups').children[rest];
  if (card instanceof HTMLElement) card.hidden = true;
}

/** Returns the indexes of the obvious groups that are still open. */
function openSureGroups(): number[] {
  return results.groups.flatMap(({ isSure }, index) => (isSure && !decisions.has(index) ? [index] : []));
}

function askSure(): void {
  const open = openSureGroups();
  const rows = open.reduce((sum, index) => sum + (results.groups[index]?.members.length ?? 0), 0);
  part('question').textContent = texts.askSure(open.length, rows);
  part('yes').textContent = texts.mergeSureYes(open.length);
  const dialog = part<HTMLDialogElement>('confirm');
  dialog.returnValue = '';
  dialog.showModal();
}

function mergeSure(): void {
  if (part<HTMLDialogElement>('confirm').returnValue !== 'yes') return;
  lastMerged = openSureGroups();
  for (const index of lastMerged) {
    const group = results.groups[index];
    if (group) decisions.set(index, mergeAll(group));
  }
  setSaved(false);
  redraw();
  update(texts.mergedSure(lastMerged.length));
  part('undo-sure').focus();
}

function undoSure(): void {
  for (const index of lastMerged) decisions.delete(index);
  lastMerged = [];
  setSaved(false);
  redraw();
  update(texts.undone);
  part('sure').focus();
}

function redraw(): void {
  for (const [index, card] of [...part('groups').children].entries())
    showDecision(card as HTMLElement, decisions.get(index));
}

/** Shows the counts, and says what has happened to screen readers. */
function update(happened: string): void {
  const { count, groups } = results;
  const open = groups.length - withdrawn.size - decisions.size;
  const sure = openSureGroups().length;
  part('counts').textContent = `${happened} ${texts.left(countRows(count, decisions), open)}`;
  for (const name of ['merging', 'bar']) part(name).hidden = groups.length === 0;
  const sureButton = part('sure');
  sureButton.hidden = sure < 2;
  sureButton.textContent = texts.mergeSure(sure);
  part('undo-sure').hidden = lastMerged.every((index) => !decisions.has(index));
  part('save').hidden = !hasMerges();
  part('saved').textContent = '';
}

/** Saves the list as a file that the browser makes. A decision during the save is not in the file, and stays unsaved. */
async function save(): Promise<void> {
  const { count, name } = results;
  const saved = new Map(decisions);
  setSaved(true);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await callWorker('saveList', saved));
  link.download = name.replace(/(?:\.\w{1,5})?$/, '-without-duplicates.csv');
  link.click();
  if (isSaved) part('saved').textContent = texts.saved(link.download, countRows(count, saved));
}

function hasMerges(): boolean {
  return [...decisions.values()].some(({ kind }) => kind === 'merged');
}

/** Asks before merges are thrown away that are not saved. Returns false if the visitor stays. */
export function mayLeave(): boolean {
  if (!isSaved && !confirm(texts.leave)) return false;
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
