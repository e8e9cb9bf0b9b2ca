import { Client, type QueryConfig } from '@neondatabase/serverless';
import { ask, inTime } from '../outside/ask.ts';
import { timeLeft } from '../outside/piece.ts';
import { unlessAborted } from '../outside/unless-aborted.ts';
import { isDatabaseOutage, postgresError, translateOutage } from './errors.ts';
import type { Slots } from './slots.ts';
import { createTransport } from './transport.ts';

/** How long the other side may take to say goodbye, in milliseconds. */
const farewellMs = 1_000;

const nothing = { rows: [], fields: [], command: 'ROLLBACK', rowCount: 0 };

const wordOf = (text: string): string => text.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';

/** The driver rejects with events of the socket too. */
const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('The connection to the database broke');

/**
 * The server ends by itself what this side gave up: a statement, a wait for a lock, a transaction that nobody goes on
 * with. They are set for the transaction alone, since a pooler hands the session to others.
 */
const bounds = (ms: number): string =>
  ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    .map((name) => `set local ${name} = ${String(Math.max(1, ms))}`)
    .join('; ');

/**
 * Opens a connection for one transaction, which `release` ends: a function that was frozen must find no dead socket.
 * Each step, and the wait for a place too, takes `statementMs` milliseconds at the most. A connection that gave no answer
 * is cut, so that nothing waits for it again. Rejects with `service-unavailable`.
 */
export const openConnection = async (url: string, slots: Slots, statementMs: number) => {
  const question = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    ask('database', () => inTime('database', statementMs, work), isDatabaseOutage).catch((error: unknown) => {
      throw translateOutage(toError(error));
    });

  const { Socket, cut } = createTransport();
  const client = new Client(url);
  client.neonConfig.webSocketConstructor = Socket;
  let broken: unknown = null;
  client.on('error', (error) => {
    broken ??= translateOutage(toError(error));
  });

  await question(async (signal) => {
    await slots.take(signal);
    try {
      // The place is given back here if the wait for the server has an end before it answers.
      await unlessAborted(signal, client.connect());
    } catch (error) {
      cut();
      slots.give();
      throw error;
    }
  });

  const send = (config: QueryConfig, values?: unknown[]) =>
    wordOf(config.text) === 'begin'
      ? client.query(`${config.text}; ${bounds(timeLeft(statementMs))}`)
      : client.query(config, values);

  return {
    query: async (config: QueryConfig, values?: unknown[]) => {
      // What was cut is rolled back, and the error that cut it is the one to tell.
      if (broken && wordOf(config.text) === 'rollback') return nothing;
      if (broken) throw broken;
      try {
        return await question(() => send(config, values));
      } catch (error) {
        if (!postgresError(error)) broken ??= error;
        throw error;
      }
    },
    release: () => {
      slots.give();
      if (broken) return cut();
      const patience = setTimeout(cut, farewellMs);
      patience.unref();
      void client.end().finally(() => {
        clearTimeout(patience);
      });
    },
  };
};
