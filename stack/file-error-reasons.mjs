/**
 * Readable reasons for the codes of file system errors.
 * @type {Readonly<Record<string, string>>}
 */
export const fileErrorReasons = {
  EACCES: 'this account may not write there',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'the folder cannot be created',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'this account may not write there',
  EROFS: 'that disk is read-only',
};
