import { beforeEach, expect, test, vi } from 'vitest';

const sent = vi.fn();
let frames: (() => void)[];
let onPageShow: ((event: { persisted: boolean }) => void)[];

beforeEach(() => {
  vi.resetModules();
  sent.mockClear();
  [frames, onPageShow] = [[], []];
});

/** Runs the script of every page in a page with an empty body. */
async function runPageScript(
  browser: object = {},
  dataset: object = { count: '/api/counts/view?of=/buy' },
): Promise<void> {
  vi.stubGlobal('navigator', { sendBeacon: sent, ...browser });
  vi.stubGlobal('document', {
    body: { dataset },
    documentElement: { dataset: {} },
    addEventListener: vi.fn(),
    querySelector: () => null,
    querySelectorAll: () => [],
  });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('HTMLScriptElement', { supports: () => true });
  vi.stubGlobal('addEventListener', (type: string, listener: (typeof onPageShow)[number]) => {
    if (type === 'pageshow') onPageShow.push(listener);
  });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  await import('../../../src/client/page.ts');
}

function show(): void {
  for (const frame of frames.splice(0)) frame();
}

function returnToPage(persisted: boolean): void {
  for (const listener of onPageShow) listener({ persisted });
}

test('a page counts one view when it is shown, and one more each time it comes back from the cache', async () => {
  await runPageScript();
  expect(sent).not.toHaveBeenCalled();
  show();
  returnToPage(false);
  expect(sent.mock.calls).toEqual([['/api/counts/view?of=/buy']]);
  returnToPage(true);
  returnToPage(true);
  expect(sent).toHaveBeenCalledTimes(3);
});

test.each([
  ['under Global Privacy Control', { globalPrivacyControl: true }, undefined],
  ['under Do Not Track', { doNotTrack: '1' }, undefined],
  ['on a private page', {}, {}],
])('%s no view is counted', async (_when, browser, dataset) => {
  await runPageScript(browser, dataset);
  show();
  returnToPage(true);
  expect(sent).not.toHaveBeenCalled();
});

test('a page without beacons, popovers and prefetching still sets up the rest', async () => {
  await runPageScript({ sendBeacon: undefined });
  expect(show).not.toThrow();
  expect(() => {
    returnToPage(true);
  }).not.toThrow();
});
