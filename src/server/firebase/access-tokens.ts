import type { GoogleOAuthAccessToken } from 'firebase-admin/app';
import { JWT } from 'google-auth-library';
import * as z from 'zod/mini';

const account = z.object({ client_email: z.string(), private_key: z.string() });

const given = z.object({ access_token: z.string(), expiry_date: z.number() });

const scopes = ['cloud-platform', 'identitytoolkit'].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

/**
 * Gives access tokens of a service account, by which the provider's library asks about accounts: the one it has until five
 * minutes before it ends. Throws for text that is no service account's JSON; what is given fails where the provider gives none.
 */
export const createAccessTokens = (serviceAccount: string): (() => Promise<GoogleOAuthAccessToken>) => {
  const { client_email: email, private_key: key } = account.parse(JSON.parse(serviceAccount));
  const client = new JWT({ email, key, scopes });
  return async () => {
    await client.getAccessToken();
    const { access_token, expiry_date } = given.parse(client.credentials);
    return { access_token, expires_in: Math.floor((expiry_date - Date.now()) / 1_000) };
  };
};
