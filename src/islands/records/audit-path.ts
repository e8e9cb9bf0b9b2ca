/** Where the log has what became of a record, and through whom. */
export const auditPath = (id: string): string => `/audit-log?${new URLSearchParams({ q: id }).toString()}`;
