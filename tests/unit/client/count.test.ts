import { beforeEach, expect, test, vi } from 'vitest';
import type { countEvent as countEventFunction } from '../../../src/client/count.ts';

const failingFunction = () => {
  throw new Error('blocked');
};
const failingBrowser = Object.defineProperty({}, 'globalPrivacyControl', { get: failingFunction });

const sent = vi.fn();
let onPageShow: (event: { persisted: boolean }) => void;
let countEvent: typeof countEventFunction;

beforeEach(async () => {
  sent.mockClear();
  vi.resetModules();
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('navigator', { sendBeacon: sent });
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof onPageShow) => (onPageShow = listener));
  ({ countEvent } = await import('../../../src/client/count.ts'));
});

test('an event counts once in a page view for each subject', () => {
  countEvent('plan-chosen', 'basic');
  countEvent('plan-chosen', 'annual');
  countEvent('plan-chosen', 'basic');
  countEvent('payment-begun', 'basic');
  expect(sent.mock.calls.flat()).toEqual([
    '/api/counts/plan-chosen?of=basic',
    '/api/counts/plan-chosen?of=annual',
    '/api/counts/payment-begun?of=basic',
  ]);
});

test('an event after an owner’s link carries its code, and only then a payment is counted', () => {
  countEvent('paid', 'basic');
  vi.stubGlobal('sessionStorage', { getItem: () => 'spring' });
  countEvent('plan-chosen', 'basic');
  countEvent('paid', 'basic');
  expect(sent.mock.calls.flat()).toEqual([
    '/api/counts/plan-chosen?of=basic&from=spring',
    '/api/counts/paid?of=basic&from=spring',
  ]);
});

test('an event counts again after the page came back from the back/forward cache, and not after its first load', () => {
  countEvent('plan-chosen', 'basic');
  onPageShow({ persisted: false });
  countEvent('plan-chosen', 'basic');
  expect(sent).toHaveBeenCalledOnce();
  onPageShow({ persisted: true });
  countEvent('plan-chosen', 'basic');
  expect(sent).toHaveBeenCalledTimes(2);
});

test.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
  'a browser with %j counts nothing',
  (signal) => {
    vi.stubGlobal('navigator', { sendBeacon: sent, ...signal });
    countEvent('download', 'Kithbook-1.0-mac.zip');
    expect(sent).not.toHaveBeenCalled();
  },
);

test.each([
  ['no beacons', {}],
  ['beacons that throw', { sendBeacon: failingFunction }],
  ['no answer about tracking', failingBrowser],
])('a browser with %s counts nothing, and what is counted goes on', (_what, browser) => {
  vi.stubGlobal('navigator', browser);
  expect(() => {
    countEvent('plan-chosen', 'basic');
  }).not.toThrow();
});
