/** Of the audit log. */
export const auditMessages = {
  loadingAudit: 'Loading the audit log...',
  noAudit: 'Nothing has been changed yet',
  noAuditFound: 'No entries found',
} as const;
