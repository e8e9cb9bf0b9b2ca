import { z } from 'zod';
import { callEmulator } from './call-emulator.ts';

const PASSWORD = 'kithbook';

/** The accounts everyone can sign in with locally. */
export const demoAccounts = [
  { uid: 'seed-admin', email: 'admin@kithbook.example', name: 'Alex Admin', claims: { admin: true } },
  { uid: 'seed-ada', email: 'ada@kithbook.example', name: 'Ada Affiliate', claims: null },
  { uid: 'seed-pia', email: 'pia@kithbook.example', name: 'Pia Profile', claims: null },
  { uid: 'seed-carl', email: 'carl@kithbook.example', name: 'Carl Customer', claims: null },
].map((account) => ({ ...account, password: PASSWORD }));

const lookupAnswer = z.object({
  users: z.array(z.object({ localId: z.string(), email: z.string().optional() })).default([]),
});
const createAnswer = z.object({ error: z.array(z.object({ message: z.string() })).default([]) });

/** Creates the demo accounts that are missing, by id and by address; existing ones stay as they are. */
export async function seedAccounts(url: string, projectId: string): Promise<void> {
  const base = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const found = await callEmulator(url, 'POST', `${base}:lookup`, {
    localId: demoAccounts.map(({ uid }) => uid),
    email: demoAccounts.map(({ email }) => email),
  });
  const { users } = lookupAnswer.parse(found);
  const missing = demoAccounts.filter(
    ({ uid, email }) => !users.some((user) => user.localId === uid || user.email === email),
  );
  if (missing.length === 0) return;
  const created = await callEmulator(url, 'POST', `${base}:batchCreate`, {
    users: missing.map(({ uid, email, name, claims, password }) => ({
      localId: uid,
      email,
      emailVerified: true,
      displayName: name,
      rawPassword: password,
      ...(claims && { customAttributes: JSON.stringify(claims) }),
    })),
  });
  const refused = createAnswer.parse(created).error;
  if (refused.length)
    throw new Error(`Demo accounts were refused: ${refused.map((r) => r.message).join(', ')}`);
}
