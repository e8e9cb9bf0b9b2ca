/** Of the buttons that copy. */
export const copyMessages = {
  copyLink: 'Copy Link',
  linkCopied: 'Copied!',
  copy: 'Copy',
  copied: 'Copied',
} as const;
