import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, indexedDBLocalPersistence, initializeAuth } from 'firebase/auth';
import { config, type IdentitySettings } from './config.ts';

const isThisMachine = (): boolean => ['localhost', '127.0.0.1'].includes(location.hostname);

const open = ({ apiKey, projectId, authDomain, emulatorUrl }: IdentitySettings) => {
  const app = initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) });
  const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence });
  // The emulator trusts unsigned tokens: a site that stands anywhere else never asks it.
  if (emulatorUrl && isThisMachine()) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
};

/**
 * The identity provider's client, or null where authentication is not configured. Whoever needs it loads
 * this file at that moment: its 30 KB stay off every page's first load.
 */
export const auth = config.identity && open(config.identity);
