import { expect } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A tab or popup of a driven browser. Its methods do what every driver can do; the functions below build on them. */
export interface Tab {
  goto(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Starts going back in the history; the caller waits for the page. */
  back(): Promise<void>;
  /** Starts going forward in the history; the caller waits for the page. */
  forward(): Promise<void>;
  /** Returns the value of a JavaScript expression in the page; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks with the mouse at a point of the viewport. */
  clickAt(point: Point): Promise<void>;
  /** Types text into the focused element. */
  typeText(text: string): Promise<void>;
  pressEnter(): Promise<void>;
  /** Waits for the popup that this tab opened, and returns it. */
  popup(): Promise<Tab>;
}

/** A browser window with storage of its own: nothing of an earlier session is in it. */
export interface BrowserSession {
  readonly tab: Tab;
  /** Console errors and warnings, exceptions, policy violations and external requests, if the driver reports them. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface DrivenBrowser {
  openSession(siteUrl: string): Promise<BrowserSession>;
  close(): Promise<void>;
}

/** Size of the viewport, wide enough for the site's bar without its menu. */
export const viewport = { width: 1280, height: 800 } as const;

/** Calls `find` until it returns something other than null, for at most 20 seconds. */
export async function waitFor<Found>(what: string, find: () => Promise<Found | null>): Promise<Found> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Waited 20 seconds for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Clicks an element once it stands still and nothing covers it. `host >>> inner` finds `inner` in a shadow root. */
export async function click(tab: Tab, selector: string): Promise<void> {
  let last: Point | null = null;
  await expect
    .poll(
      async () => {
        const point = await tryEvaluate(tab, clickPointScript(selector));
        const isStill = isPoint(point) && point.x === last?.x && point.y === last.y;
        last = isPoint(point) ? point : null;
        return isStill || point;
      },
      { message: `${selector} can be clicked`, intervals: [50] },
    )
    .toBe(true);
  if (last) await tab.clickAt(last);
}

/** Replaces the text of a field by keyboard, after a click into the field. */
export async function fill(tab: Tab, selector: string, text: string): Promise<void> {
  await click(tab, selector);
  await tab.evaluate('document.activeElement.select()');
  await tab.typeText(text);
}

/** Waits until a JavaScript expression has this value in the page. */
export async function expectValue(tab: Tab, expression: string, value: unknown): Promise<void> {
  await expect
    .poll(() => tryEvaluate(tab, expression), { message: expression, intervals: [50, 100] })
    .toEqual(value);
}

/** Waits until the tab is at a path; the query may be anything. */
export async function expectPath(tab: Tab, path: string): Promise<void> {
  await expectValue(tab, 'location.pathname', path);
}

/** Waits until an element is visible and contains a text. */
export async function expectText(tab: Tab, selector: string, text: string): Promise<void> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  await expect
    .poll(() => tryEvaluate(tab, `${element}?.checkVisibility() ? ${element}.innerText : null`), {
      message: `text of ${selector}`,
      intervals: [50, 100],
    })
    .toContain(text);
}

export async function expectVisible(tab: Tab, selector: string): Promise<void> {
  await expectValue(tab, visibilityScript(selector), true);
}

export async function expectHidden(tab: Tab, selector: string): Promise<void> {
  await expectValue(tab, visibilityScript(selector), false);
}

function visibilityScript(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)})?.checkVisibility() ?? false`;
}

/** Evaluates an expression. An error becomes the value, since evaluation fails while the browser changes pages. */
async function tryEvaluate(tab: Tab, expression: string): Promise<unknown> {
  try {
    return await tab.evaluate(expression);
  } catch (error) {
    return String(error);
  }
}

function isPoint(value: unknown): value is Point {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}

/** Expression for the center of an element; a text says why the element cannot be clicked. */
function clickPointScript(selector: string): string {
  return `(${findClickPoint.toString()})(${JSON.stringify(selector.split(' >>> '))})`;
}

/** Runs in the page. */
function findClickPoint([outer = '', inner]: readonly string[]): Point | string {
  const host = document.querySelector(outer);
  const root = inner === undefined ? document : host?.shadowRoot;
  const element = inner === undefined ? host : root?.querySelector(inner);
  if (!root || !element) return 'not there';
  if (element.matches(':disabled')) return 'disabled';
  const box = element.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight)
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = root.elementFromPoint(point.x, point.y);
  if (hit && element.contains(hit)) return point;
  return `covered by ${hit?.outerHTML.slice(0, 100) ?? 'nothing'}`;
}
