import { expect } from '@playwright/test';
import type { Point, Tab } from './tab.ts';

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

/** Expression for the centre of an element; a text says why the element cannot be clicked. */
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
