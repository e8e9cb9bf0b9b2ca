import { readFile } from 'node:fs/promises';
import { runSecretLint } from 'secretlint';
import { inProject } from '../../stack/paths.ts';

/** Our own secrets, which no rule of others knows by its form; what is local says so in its first letters, or once did. */
const assigned =
  /\b(?:PAYPAL_CLIENT_SECRET|PROFILE_SERVICE_SECRET)\b['"]?\s*[=:]\s*['"]?(?!local-|kithbook-local-)[\w+/=-]{20,}/;

const assignedIn = async (file: string): Promise<string[]> =>
  assigned.test(await readFile(file, 'utf8'))
    ? [`${file}\n  error  a payment or service secret is written here`]
    : [];

/** What looks like a secret in some files, for a person, the secrets themselves masked; empty where nothing does. */
export const findSecrets = async (files: readonly string[], cwd: string): Promise<string> => {
  if (files.length === 0) throw new Error('There are no files to look for secrets in.');
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
  const own = (await Promise.all(files.map(assignedIn))).flat();
  return [exitStatus === 0 ? '' : (stdout ?? 'secretlint failed'), ...own].filter(Boolean).join('\n').trim();
};
