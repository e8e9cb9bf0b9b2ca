import { and, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { affiliates } from '../db/schema/affiliates.ts';

/** Returns the first of these codes that an affiliate has, active or not; null if none has one of them. */
export async function findCode(
  { db }: Pick<Context, 'db'>,
  codes: readonly string[],
): Promise<string | null> {
  const rows = await db
    .select({ code: affiliates.code })
    .from(affiliates)
    .where(and(inArray(affiliates.code, [...codes]), isNull(affiliates.closedAt)));
  const existing = new Set(rows.map(({ code }) => code));
  return codes.find((code) => existing.has(code)) ?? null;
}
