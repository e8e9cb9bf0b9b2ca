import * as z from 'zod';
import { profileJson } from '../../../src/shared/schemas/profile.ts';
import { type Api, type CallOptions, type Rows, settings } from '../harness.ts';
import { newEmail, unique } from '../mint.ts';

/** Both addresses of the service. */
export const prefixes = ['/api/user-profiles', '/user-profiles'] as const;

/** The header of HTTP Basic, in UTF-8. */
export const basic = (name: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** The service's own credentials. */
export const machine = settings.service ?? { name: '', secret: '' };

/** A call by a machine that has the credentials, from an address of its own. */
export const asMachine = (): CallOptions => ({
  headers: basic(machine.name, machine.secret),
  address: unique(),
});

/** A whole profile as it is sent, of a user of the test's own. */
export const newInput = () => ({
  userId: `user-${unique()}`,
  name: 'Minted Person',
  email: newEmail('person'),
  phone: '+1 (555) 010-0199 x7',
  pictureUrl: 'https://pictures.example/p.png?size=2',
  facebookId: 'minted.person',
  linkedinId: 'minted-person_1',
});

export type Input = ReturnType<typeof newInput>;

/** Makes a profile as a machine does, and answers it with its version. */
export const newProfile = async (api: Pick<Api, 'call'>, changes: Partial<Input> = {}) => {
  const { status, body, headers } = await api.call(
    'POST',
    '/api/user-profiles',
    { ...newInput(), ...changes },
    asMachine(),
  );
  if (status !== 201)
    throw new Error(`A profile was answered with ${String(status)}: ${JSON.stringify(body)}`);
  return { ...profileJson.parse(body), tag: headers.get('etag') ?? '' };
};

/** What the audit log keeps of a record, oldest first. */
export const auditOf = async (rows: Rows, id: string) =>
  z
    .array(
      z.object({
        action: z.string(),
        actor_id: z.string(),
        actor_email: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
        reason: z.string().nullable(),
      }),
    )
    .parse(
      await rows(
        "select action, actor_id, actor_email, before, after, reason from audit_log where entity = 'user-profile' and entity_id = $1 order by at, id",
        [id],
      ),
    );
