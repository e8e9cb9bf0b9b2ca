import { Problem, problem } from '../../shared/problems.ts';

interface PostgresError {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** PostgreSQL's code, constraint and detail of a failed query, wherever the driver or Drizzle wrapped it. */
export const postgresError = (error: unknown): PostgresError | null => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint, detail } = at as { code?: unknown; constraint?: unknown; detail?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      return { code, constraint: textOrNone(constraint), detail: textOrNone(detail) };
  }
  return null;
};

/** Whether a query failed because a unique index already has the row. */
export const isUniqueViolation = (error: unknown): boolean => postgresError(error)?.code === '23505';

/** Whether a query failed because another row names the one it removes. */
export const isForeignKeyViolation = (error: unknown): boolean => postgresError(error)?.code === '23503';

/**
 * Whether a query was ended, and undone, because it and another waited for each other: asked again, it waits for the
 * other's end.
 */
export const isDeadlock = (error: unknown): boolean => postgresError(error)?.code === '40P01';

/** True if a batch was refused because the rows behind its decision had changed (`assert_unchanged`). Decide again. */
export const isConcurrentUpdate = (error: unknown): boolean =>
  postgresError(error)?.constraint === 'concurrent_update';

/**
 * Codes of a server that cannot do it now and may later: connections (08), resources (53), shutdown and start (57P),
 * its own trouble (58), a statement or a wait that took too long (57014, 55P03), and one that lost a race, be it
 * with whoever removed a row that it names (23503).
 */
const passing = /^(08|53|57P0|58)|^(57014|55P03|40001|40P01|23503)$/;

/**
 * Whether a failed query says that the database cannot be asked at the moment: no code, so no answer of the server, or
 * a code that passes.
 */
export const isDatabaseOutage = (error: unknown): boolean => {
  const code = postgresError(error)?.code;
  return code === undefined || (passing.test(code) && !isConcurrentUpdate(error));
};

/** A failed query's error as the server throws it: an outage is `service-unavailable`, any other stays as it is. */
export const translateOutage = (error: unknown): unknown =>
  isDatabaseOutage(error) && !(error instanceof Problem)
    ? problem('service-unavailable', { cause: error })
    : error;
