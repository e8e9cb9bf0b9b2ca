import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { closeServer, serveHandler } from '../../../stack/web-server.ts';
import { openLimitedSite } from './limited-site.ts';

let limitedSite: Awaited<ReturnType<typeof openLimitedSite>>;
beforeAll(async () => {
  limitedSite = await openLimitedSite();
});
afterAll(() => limitedSite.close());

describe('no spelling of a path bypasses its limit', () => {
  const path = '/api/affiliates/validate/ada0001';
  const spellings = [
    path,
    `${path}?again`,
    `${path}/`,
    `/${path}`,
    `http://site.example${path}`,
    `/.${path}`,
    `/api/x/%2e%2e/affiliates/validate/ada0001`,
    `/api/docs/..%2faffiliates/validate/ada0001`,
    '/api//affiliates/validate/ada0001',
    '/api\\affiliates\\validate\\ada0001',
    '/api/affiliates/%76alidate/ada0001',
    '/%61pi/affiliates/validate/ada0001',
    '/api/affiliates/validate%2fada0001',
    '/API/affiliates/validate/ada0001',
  ];
  /** Sends a request without normalizing the path. */
  const send = (server: Server, spelling: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ host: '127.0.0.1', port, path: spelling }, (answer) => {
        text(answer).then((body) => {
          resolve({ status: answer.statusCode ?? 0, body });
        }, reject);
      })
        .on('error', reject)
        .end();
    });

  test('every spelling either counts for the limit or reaches no call', async () => {
    const server = await serveHandler(limitedSite.site, 0);
    for (let hit = 1; hit <= limits.perNetwork.validate; hit += 1)
      expect((await send(server, path)).status).toBe(200);
    // A spelling that does not count for the limit of 429 must answer 400, 401, 404 or 405.
    for (const spelling of spellings) {
      const { status, body } = await send(server, spelling);
      expect([spelling, [400, 401, 404, 405, 429].includes(status), body.includes('valid":')]).toEqual([
        spelling,
        true,
        false,
      ]);
    }
    await closeServer(server);
  });
});
