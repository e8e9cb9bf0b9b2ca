import { readFile } from 'node:fs/promises';
import { runSecretLint } from 'secretlint';
import { inProject } from '../../stack/paths.ts';

/** Assignments of our secrets, which secretlint's rules do not know. Values of the local stack begin with `local-`. */
const assignment =
  /\b(?:PAYPAL_CLIENT_SECRET|PROFILE_SERVICE_SECRET)\b['"]?\s*[=:]\s*['"]?(?!local-|kithbook-local-)[\w+/=-]{20,}/;

async function findAssignment(file: string): Promise<string[]> {
  return assignment.test(await readFile(file, 'utf8'))
    ? [`${file}\n  error  a payment or service secret is written here`]
    : [];
}

/** Returns a report of possible secrets in files. The secrets are masked. The report is empty if nothing was found. */
export async function findSecrets(files: readonly string[], cwd: string): Promise<string> {
  if (files.length === 0) throw new Error('There are no files to check.');
  const { exitStatus, stdout } = await runSecretLint({
    cliOptions: { cwd, filePathOrGlobList: [...files], noGlob: true, respectGitignore: false },
    engineOptions: {
      cwd,
      configFilePath: inProject('.secretlintrc.json'),
      formatter: 'stylish',
      color: false,
      maskSecrets: true,
    },
  });
  const own = (await Promise.all(files.map(findAssignment))).flat();
  return [exitStatus === 0 ? '' : (stdout ?? 'secretlint failed'), ...own].filter(Boolean).join('\n').trim();
}
