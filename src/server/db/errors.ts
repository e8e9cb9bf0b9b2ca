/** PostgreSQL's code and constraint of a failed query, wherever the driver or Drizzle wrapped it. */
export const postgresError = (error: unknown): { code: string; constraint: string | undefined } | null => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      return { code, constraint: typeof constraint === 'string' ? constraint : undefined };
  }
  return null;
};

/** Whether a query failed because a unique index already has the row. */
export const isUniqueViolation = (error: unknown): boolean => postgresError(error)?.code === '23505';

/** Whether a query failed because another row names the one it removes. */
export const isForeignKeyViolation = (error: unknown): boolean => postgresError(error)?.code === '23503';
