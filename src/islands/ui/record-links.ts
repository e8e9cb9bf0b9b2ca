interface Listed {
  readonly code: string;
  /** Null for a closed record, which the list shows only with the filter 'Closed'. */
  readonly email: string | null;
}

/** The address of a record in the list of affiliates. */
export const affiliatePath = ({ code, email }: Listed): string =>
  `/affiliate-admin?${new URLSearchParams({ q: code, ...(email === null && { state: 'closed' }) }).toString()}`;

/** The address of a record's changes in the audit log. */
export const auditPath = (id: string): string => `/audit-log?${new URLSearchParams({ q: id }).toString()}`;
