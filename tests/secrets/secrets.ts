import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inProject, root } from '../../stack/paths.ts';
import { findSecrets } from './find-secrets.ts';

/** Step of `npm run check`: finds secrets in committed and uncommitted files. The deep check also searches the history. */
const listed = execFileSync(
  'git',
  ['-c', `safe.directory=${root}`, 'ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { cwd: root, encoding: 'utf8' },
);
const files = listed
  .split('\0')
  .filter(Boolean)
  .map((name) => inProject(name))
  .filter((file) => existsSync(file));
const found = await findSecrets(files, root);
if (found) console.error(found);
process.exitCode = found ? 1 : 0;
