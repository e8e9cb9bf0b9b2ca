import { Problem, problem } from '../../../shared/problems.ts';

interface PostgresError {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
}

/** Returns PostgreSQL's code, constraint and detail of a failed query. Looks into errors of the driver and of Drizzle. */
export function postgresError(error: unknown): PostgresError | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint, detail } = at as { code?: unknown; constraint?: unknown; detail?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      return { code, constraint: stringOrUndefined(constraint), detail: stringOrUndefined(detail) };
  }
  return null;
}

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return postgresError(error)?.code === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return postgresError(error)?.code === '23503';
}

/** True if PostgreSQL undid the query because of a deadlock. A retry waits for the other transaction. */
export function isDeadlock(error: unknown): boolean {
  return postgresError(error)?.code === '40P01';
}

/** Neon's answers if it could not wake up the database. */
const notAwake = /^(Couldn't connect to compute node|Control plane request failed)/;

/**
 * True if no connection could be made, so that nothing was sent. After any other error of a connection the statement may have run.
 * Neon's driver has the error of its request in `sourceError`, and Node has those of several addresses in `errors`.
 */
export function wasNeverSent(error: unknown): boolean {
  let at: unknown = error;
  while (at instanceof Error) {
    const { syscall, sourceError } = at as { syscall?: unknown; sourceError?: unknown };
    if (syscall === 'connect' || syscall === 'getaddrinfo' || notAwake.test(at.message)) return true;
    at = at instanceof AggregateError ? at.errors[0] : (sourceError ?? at.cause);
  }
  return false;
}

/** True if a batch was refused because the rows behind its decision had changed (`assert_unchanged`). Callers decide again. */
export function isConcurrentUpdate(error: unknown): boolean {
  return postgresError(error)?.constraint === 'concurrent_update';
}

/**
 * Codes of temporary errors, after which a retry may succeed: connections (08), resources (53), shutdown and start (57P0),
 * system errors (58), timeouts (57014, 55P03), conflicts (40001, 40P01), and a row that another call deleted (23503).
 */
const temporaryCodes = /^(08|53|57P0|58)|^(57014|55P03|40001|40P01|23503)$/;

/** True if the database is unavailable: the error has no PostgreSQL code, or a temporary code. */
export function isDatabaseOutage(error: unknown): boolean {
  const code = postgresError(error)?.code;
  return code === undefined || (temporaryCodes.test(code) && !isConcurrentUpdate(error));
}

/** Converts the error of an outage to `service-unavailable`. Returns other errors as they are. */
export function translateOutage(error: unknown): unknown {
  return isDatabaseOutage(error) && !(error instanceof Problem)
    ? problem('service-unavailable', { cause: error })
    : error;
}
