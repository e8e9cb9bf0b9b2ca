import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { isNeonHost, isPooled } from '../../../drizzle/neon-host.ts';
import { checkHealth } from '../../../src/server/admin/health/check-health.ts';
import { type Overview, showOverview } from '../../../src/server/admin/overview/show-overview.ts';
import { connect } from '../../../src/server/frame/db/connect.ts';
import { dayMs } from '../../../src/shared/dates.ts';
import { inProject } from '../../../stack/paths.ts';
import { advice, type Check, type Finding, good, unchecked, wrong } from './check.ts';

/** Asks the database for its health, and for the numbers that admins see on /admin. */
export const checkDatabase: Check = {
  name: 'database',
  needs: /DATABASE_URL/,
  help: "If nothing answers, copy DATABASE_URL from Neon's Connect dialog. Is the project suspended?",
  run: async ({ env: { DATABASE_URL: url } }) => {
    if (url === 'embedded') return [unchecked('npm start opens the embedded database and migrates it')];
    const db = await connect(url, { statementMs: 20_000 });
    await checkHealth({ db });
    const triggers = await db.execute<{ name: string }>(
      sql`select tgname as name from pg_trigger where not tgisinternal and tgenabled in ('O', 'A')`,
    );
    const active = new Set(triggers.map(({ name }) => name));
    const missing = [...migratedTriggers()].filter((name) => !active.has(name));
    const [server] = await db.execute<{ jit: string }>(sql`show jit`);
    const now = new Date();
    return [
      good('answers, and has all migrations'),
      ...inspectAddress(new URL(url)),
      ...missing.map((name) => wrong(`does not guard the books: the trigger ${name} is missing or off.`)),
      ...(server?.jit === 'on' ? [advice('has JIT. As the owner: alter database NAME set jit = off')] : []),
      ...inspectOverview(await showOverview({ db, now }), now),
    ];
  },
};

/** Returns the names of the triggers that exist once all migrations are applied. */
function migratedTriggers(): Set<string> {
  const folder = inProject('drizzle/migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const text = files
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
  const triggers = new Set<string>();
  for (const [, verb, name = ''] of text.matchAll(
    /^\s*(CREATE|DROP)\b[\w ]* TRIGGER (?:IF EXISTS )?"?(\w+)/gim,
  ))
    if (verb?.toUpperCase() === 'DROP') triggers.delete(name);
    else triggers.add(name);
  return triggers;
}

/** Recommends Neon's pooled address, which lets parallel functions share connections. */
export function inspectAddress({ hostname }: URL): readonly Finding[] {
  if (!isNeonHost(hostname) || isPooled(hostname)) return [];
  return [advice('DATABASE_URL is the direct address. The pooled one (-pooler) serves more functions.')];
}

/** Names the failures. Work that was given up is only advice if perhaps nobody can correct it. */
export function inspectOverview(
  overview: Pick<Overview, 'failed_events' | 'paypal_actions' | 'mails' | 'reconciliation'>,
  now: Date,
): readonly Finding[] {
  const { failed_events: events, paypal_actions: actions, mails, reconciliation } = overview;
  const days = reconciliation ? Math.floor((now.getTime() - Date.parse(reconciliation.made_at)) / dayMs) : 0;
  const faults = [
    { count: events.given_up, state: wrong, text: 'events of PayPal that are given up' },
    { count: actions.late, state: wrong, text: 'refunds and cancellations that wait for PayPal' },
    { count: actions.refused, state: advice, text: 'refunds and cancellations that PayPal refused' },
    { count: mails.late, state: wrong, text: 'mails that are late' },
    { count: mails.given_up, state: advice, text: 'mails that are given up' },
    { count: reconciliation?.differences ?? 0, state: wrong, text: 'differences from the books of PayPal' },
    { count: days < 2 ? 0 : days, state: wrong, text: 'days since the last reconciliation' },
  ].filter(({ count }) => count > 0);
  return [
    ...faults.map(({ count, state, text }) => state(`${text}: ${String(count)}. See docs/operations.md.`)),
    ...(reconciliation ? [] : [unchecked('the books are first reconciled a day after the deploy')]),
  ];
}
