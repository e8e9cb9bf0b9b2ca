import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames } from '../../../call-names.ts';
import { type Api, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test.each([...Map.groupBy(callNames, (call) => call.split(' ')[1] ?? '')])(
  '%s answers only to its declared methods',
  async (path, calls) => {
    const methods = calls.map((call) => call.split(' ')[0] ?? '');
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (methods.includes(method)) continue;
      const answer = await api.call(method, path.replace(/:\w+/, unique()));
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    }
  },
);

test.each(['constructor', 'toString', '__proto__'])(
  'the method %s, a property of every object, is 405 and changes nothing',
  async (method) => {
    const answer = await api.call(method, '/api/customers');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD']);
    expect((await api.call(method, `/api/${unique()}`)).status).toBe(404);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await api.call('GET', '/api/health')).status).toBe(200);
  },
);
