import { expect, test } from 'vitest';
import { downloadCsv } from '../../../../../src/server/frame/http/download.ts';
import type { RequestContext } from '../../../../../src/server/frame/http/types.ts';

const lines: object[] = [];
const known: Record<string, unknown> = {
  context: { now: new Date('2026-03-01T12:00:00Z'), requestId: 'request-1' },
  log: (line: object) => lines.push(line),
};
const call = { get: (name: string) => known[name] } as unknown as RequestContext;

async function* parts(): AsyncGenerator<string> {
  yield await Promise.resolve('name\r\n');
  throw new Error('The database is down');
}

test('a download that fails after its first part is logged with the request id', async () => {
  const { headers, body } = await downloadCsv(call, 'customers', parts());
  expect(headers['Content-Disposition']).toBe('attachment; filename="customers-2026-03-01.csv"');
  await expect(new Response(body).text()).rejects.toThrow('The database is down');
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', requestId: 'request-1', problem: 'The database is down' }),
  ]);
});
