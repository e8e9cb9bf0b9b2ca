import { beforeEach, expect, test, vi } from 'vitest';

const sent = vi.fn();
let frames: (() => void)[];
let search: string;
let storage: Map<string, string> | undefined;
let onPageShow: ((event: { persisted: boolean }) => void)[];

beforeEach(() => {
  vi.resetModules();
  sent.mockClear();
  [frames, onPageShow] = [[], []];
  [search, storage] = ['', new Map()];
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
  vi.stubGlobal('location', { search });
  vi.stubGlobal(
    'sessionStorage',
    storage && { getItem: storage.get.bind(storage), setItem: storage.set.bind(storage) },
  );
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
])('%s no view is counted, and no code is kept', async (_when, browser, dataset) => {
  search = '?from=spring';
  await runPageScript(browser, dataset);
  show();
  returnToPage(true);
  expect(sent).not.toHaveBeenCalled();
  expect(storage).toEqual(new Map());
});

test('the tab keeps the code of an owner’s link, and every view carries it', async () => {
  search = '?utm_source=x&from=spring';
  await runPageScript();
  show();
  vi.resetModules();
  search = '';
  await runPageScript();
  show();
  const view = ['/api/counts/view?of=/buy&from=spring'];
  expect(sent.mock.calls).toEqual([view, view]);
  expect(storage).toEqual(new Map([['from', 'spring']]));
});

test.each([
  ['of another shape', '?from=News%20letter', new Map()],
  ['of an affiliate', '?ref=ada0001', new Map()],
  ['that the browser refuses to store', '?from=spring', undefined],
])('a view with a code %s counts without it', async (_which, query, stored) => {
  [search, storage] = [query, stored];
  await runPageScript();
  show();
  expect(sent.mock.calls).toEqual([['/api/counts/view?of=/buy']]);
  expect(storage).toEqual(stored && new Map());
});

test('a page without beacons, popovers and prefetching still sets up the rest', async () => {
  await runPageScript({ sendBeacon: undefined });
  expect(show).not.toThrow();
  expect(() => {
    returnToPage(true);
  }).not.toThrow();
});
