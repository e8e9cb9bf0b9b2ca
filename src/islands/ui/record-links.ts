interface Listed {
  readonly code: string;
  /** Null for a record that is closed, which is not among those that the list shows unasked. */
  readonly email: string | null;
}

/** Where the list of affiliates has a record. */
export const affiliatePath = ({ code, email }: Listed): string =>
  `/affiliate-admin?${new URLSearchParams({ q: code, ...(email === null && { state: 'closed' }) }).toString()}`;

/** Where the log has what became of a record, and through whom. */
export const auditPath = (id: string): string => `/audit-log?${new URLSearchParams({ q: id }).toString()}`;
