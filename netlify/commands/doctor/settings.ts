import { inspectEnv, type Env } from '../../../src/server/env.ts';
import type { Settings } from '../../../stack/settings.ts';
import { about, type Check, type Finding } from './check.ts';

const settings = about('settings');

/** What the server refuses of these settings, line by line. */
const refusedSettings = (given: Settings): readonly Finding[] =>
  inspectEnv(given).problems.map((line) =>
    settings.wrong(`${line}. .env.example and docs/deploy.md tell of each.`),
  );

/** What the platform takes of a function's environment, names and values together, in bytes. */
const environmentBytes = 4_096;

/** What is set takes its name and its value; what is empty is not set. */
const sizeOf = (given: Settings): number =>
  Object.entries(given)
    .filter(([, value]) => value !== '')
    .reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);

/** Whether a test system is named where real buyers pay. */
const isTestSystem = ({ PAYPAL_API_URL: url }: Env): boolean =>
  URL.parse(url)?.hostname.includes('sandbox') ?? false;

export const checkSettings: Check = {
  name: 'settings',
  run: ({ env, given, isLocal, appEnv }) => {
    const refused = refusedSettings(given);
    if (isLocal)
      return Promise.resolve([
        ...(refused.length > 0 ? refused : [settings.good('complete, for the local stack')]),
        settings.unchecked('whether production would take them; npm run doctor -- --production tells'),
      ]);
    const size = sizeOf(given);
    const found = [...refused];
    if (appEnv && appEnv !== 'production')
      found.push(
        settings.wrong(
          `APP_ENV is ${appEnv}, and production has none. Take it out: with it the server takes stand-ins, and refuses to start at Netlify.`,
        ),
      );
    if (found.length === 0) found.push(settings.good('complete, for production'));
    if (given.PAUSE_MONTH_CLOSE)
      found.push(
        settings.wrong(
          env.PAUSE_MONTH_CLOSE === 'true'
            ? 'PAUSE_MONTH_CLOSE is true: no month is closed. Take it out once the books are complete.'
            : 'PAUSE_MONTH_CLOSE pauses nothing: only true does.',
        ),
      );
    if (size > environmentBytes)
      found.push(
        settings.wrong(
          `take ${String(size)} bytes, and a function gets ${String(environmentBytes)}. Take out of FIREBASE_SERVICE_ACCOUNT all but project_id, client_email, private_key and type.`,
        ),
      );
    if (isTestSystem(env))
      found.push(
        settings.wrong(
          'PAYPAL_API_URL names the test system, where nobody really pays. Take it out to sell.',
        ),
      );
    return Promise.resolve(found);
  },
};

const service = about('service credentials');

export const checkServiceCredentials: Check = {
  name: 'service credentials',
  needs: ['PROFILE_SERVICE_SECRET', 'PROFILE_SERVICE_NAME'],
  run: ({ env, isLocal }) => {
    const secret = env.PROFILE_SERVICE_SECRET;
    if (secret === undefined)
      return Promise.resolve([service.good('none are set: no machine gets at the user-profile service')]);
    if (isLocal) return Promise.resolve([service.unchecked('the secret is the local stand-in')]);
    return Promise.resolve([service.good('long enough, and not of one pattern')]);
  },
};

const node = about('Node');
const oldest = [22, 18] as const;

/** Whether a version of Node, `24.21.0`, can run the project. */
export const isNewEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
};

export const checkNode: Check = {
  name: 'Node',
  run: () => {
    const { node: version } = process.versions;
    return Promise.resolve([
      isNewEnough(version)
        ? node.good(version)
        : node.wrong(`is ${version}; ${oldest.join('.')} or newer is needed. Install it from nodejs.org.`),
    ]);
  },
};
