import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, createTestDatabase, startApi } from '../../harness.ts';
import { retentions, sweepRows } from '../../../../src/server/frame/db/sweep-rows.ts';

let api: Api;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database, now: () => now });
});
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  await api.rows('delete from policy_violations', []);
});
afterAll(() => api.close());

const send = (type: string, body: unknown, headers = {}) =>
  api.call('POST', '/api/reports/csp', body, { headers: { 'content-type': type, ...headers } });

/** Sends a report as Firefox and Safari do. */
const report = (directive: string, blocked: string, more = {}) =>
  send('application/csp-report', {
    'csp-report': {
      'document-uri': 'https://kithbook.example/buy',
      'effective-directive': directive,
      'blocked-uri': blocked,
      ...more,
    },
  });

const stored = async () =>
  (await api.rows('select directive, host, count from policy_violations order by directive, host', [])).map(
    ({ directive, host, count }) => `${String(directive)} ${String(host)} ${String(count)}`,
  );

/** A report with everything that browsers may send, and that must not be stored. */
const personal = {
  page: 'https://kithbook.example/set-new-password?token=secret-token',
  blocked: 'https://user:secret-password@api.tracker.example:8443/secret-path?email=secret@mail.example#x',
  referrer: 'https://search.example/?q=secret-search',
  browser: 'Mozilla/5.0 secret-browser',
  sample: 'const secret = "secret-sample"',
};

test('a report of Firefox or Safari is counted by directive and host, and nothing else is stored or logged', async () => {
  const { page, blocked, referrer, browser, sample } = personal;
  const answer = await report('connect-src', blocked, {
    'document-uri': page,
    referrer,
    'script-sample': sample,
    'original-policy': "default-src 'none'",
  });
  expect(answer).toMatchObject({ status: 204, body: null });
  await send(
    'application/csp-report; charset=utf-8',
    { 'csp-report': { 'violated-directive': "img-src 'self'", 'blocked-uri': 'data' } },
    { 'user-agent': browser, referer: referrer },
  );
  const rows = await api.rows('select * from policy_violations order by directive', []);
  expect(rows.map(({ day: _day, ...row }) => row)).toEqual([
    { directive: 'connect-src', host: 'api.tracker.example', count: 1 },
    { directive: 'img-src', host: 'data', count: 1 },
  ]);
  expect(JSON.stringify([rows, api.log])).not.toContain('secret');
});

test('the reports of Chromium are counted together, and other kinds of reports are ignored', async () => {
  const violation = (effectiveDirective: string, blockedURL: string) => ({
    type: 'csp-violation',
    age: 10,
    url: personal.page,
    user_agent: personal.browser,
    body: {
      documentURL: personal.page,
      referrer: personal.referrer,
      effectiveDirective,
      blockedURL,
      sample: personal.sample,
      sourceFile: null,
      statusCode: 200,
    },
  });
  const answer = await send('application/reports+json', [
    violation('script-src-elem', 'inline'),
    violation('script-src-elem', 'inline'),
    violation('frame-src', 'https://www.paypal.com/checkout?token=secret'),
    violation('connect-src', 'https://kithbook.example/secret'),
    { type: 'deprecation', age: 1, url: personal.page, body: { id: 'x', message: 'secret' } },
    { type: 'csp-violation', body: null },
  ]);
  expect(answer.status).toBe(204);
  expect(await stored()).toEqual([
    'connect-src self 1',
    'frame-src www.paypal.com 1',
    'script-src-elem inline 2',
  ]);
});

test.each([
  ['', 'inline'],
  ['data:image/png;base64,c2VjcmV0', 'data'],
  ['wss://Live.Tracker.example/socket', 'live.tracker.example'],
])('a report of “%s” is counted as %s', async (blocked, host) => {
  await report('script-src', blocked);
  expect(await stored()).toEqual([`script-src ${host} 1`]);
});

test.each([
  ['a browser extension', 'script-src', 'chrome-extension://abc/content.js', {}],
  ['an inline style of an extension', 'style-src', 'inline', { 'source-file': 'moz-extension://abc/a.js' }],
  ['an unknown directive', 'everything-src', 'https://a.example', {}],
  ['a host that is too long', 'img-src', `https://${'a.'.repeat(60)}example`, {}],
])('nothing is counted for %s', async (_, directive, blocked, more) => {
  expect(await report(directive, blocked, more)).toMatchObject({ status: 204 });
  expect(await stored()).toEqual([]);
});

const violation = {
  type: 'csp-violation',
  body: { effectiveDirective: 'img-src', blockedURL: 'https://a.example/' },
};

const counted = ['img-src a.example 1'];
const old = { 'effective-directive': 'img-src', 'blocked-uri': 'https://a.example/' };
const oddFields = { ...old, 'violated-directive': null, 'source-file': 7 };
test.each([
  ['one object, as Safari sends it', 'application/reports+json', violation, counted],
  ['a report as plain text', 'text/plain', JSON.stringify(violation), counted],
  ['a null entry next to a report', 'application/reports+json', [null, violation], counted],
  ['fields that are no text', 'application/csp-report', { 'csp-report': oddFields }, counted],
  ['51 entries', 'application/reports+json', Array(51).fill(violation), ['img-src a.example 50']],
  ['a body that is no JSON', 'application/csp-report', '{', []],
])('what can be read of %s is counted, and the answer is 204', async (_, type, body, expected) => {
  expect(await send(type, body)).toMatchObject({ status: 204, body: null });
  expect(await stored()).toEqual(expected);
});

test('a report of more than 64 KB is refused', async () => {
  const answer = await send('application/csp-report', ' '.repeat(65_537));
  expect(answer).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
});

const fillDay = (hosts: number) =>
  api.rows(
    `insert into policy_violations (day, directive, host, count)
     select '2026-03-01', 'img-src', 'h' || n || '.example', 1 from generate_series(1, ${String(hosts)}) n`,
  );

test('simultaneous reports of invented hosts never exceed 200 hosts of a day', async () => {
  await fillDay(195);
  const numbers = Array.from({ length: 20 }, (_, number) => String(number));
  await Promise.all(numbers.map((number) => report('img-src', `https://new${number}.example`)));
  expect((await stored()).filter((row) => !row.includes('(other)'))).toHaveLength(200);
});

test('after 200 violations of a day, further hosts count together, and known hosts still by name', async () => {
  await api.rows(
    `insert into policy_violations (day, directive, host, count)
     select '2026-03-01', 'img-src', 'h' || n || '.example', 1 from generate_series(1, 199) n`,
    [],
  );
  const hosts = ['h7', 'new1', 'new2', 'new3'].map((name) => `https://${name}.example/`);
  await send(
    'application/reports+json',
    hosts.map((blockedURL) => ({
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL },
    })),
  );
  await report('img-src', 'https://new4.example');
  const rows = await stored();
  expect(rows).toHaveLength(201);
  expect(rows.filter((row) => !/^img-src h\d+\.example 1$/.test(row))).toEqual([
    'img-src (other) 3',
    'img-src h7.example 2',
    'img-src new1.example 1',
  ]);
});

test('simultaneous reports are all counted, by UTC day, and deleted after 30 days', async () => {
  now = new Date('2026-02-28T23:59:59Z');
  await report('img-src', 'https://a.example');
  now = new Date('2026-03-01T00:00:00Z');
  await Promise.all(Array.from({ length: 10 }, () => report('img-src', 'https://a.example')));
  expect(await api.rows('select day::text, count from policy_violations order by day', [])).toEqual([
    { day: '2026-02-28', count: 1 },
    { day: '2026-03-01', count: 10 },
  ]);
  await sweepRows({ db: database.db, now: new Date('2026-03-31T00:00:01Z') }, retentions.policy_violations);
  expect(await stored()).toEqual(['img-src a.example 10']);
});
