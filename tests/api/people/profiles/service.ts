import * as z from 'zod';
import { profileJson } from '../../../../src/shared/schemas/profile.ts';
import { type Api, type CallOptions, type Rows, settings } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';

/** The two path prefixes of the service. */
export const prefixes = ['/api/user-profiles', '/user-profiles'] as const;

/** Returns the header of HTTP Basic authentication, with the credentials in UTF-8. */
export const basic = (name: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** The credentials of the service. */
export const machine = settings.service ?? { name: '', secret: '' };

/** Returns the options of a call by a machine with the right credentials. Each call has another network address. */
export const asMachine = (): CallOptions => ({
  headers: basic(machine.name, machine.secret),
  address: unique(),
});

/** Returns the input of a complete profile for a new user. */
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

/** Creates a profile as a machine. Returns it with its ETag. */
export const newProfile = async (api: Pick<Api, 'call'>, changes: Partial<Input> = {}) => {
  const { status, body, headers } = await api.call(
    'POST',
    '/api/user-profiles',
    { ...newInput(), ...changes },
    asMachine(),
  );
  if (status !== 201)
    throw new Error(`Creating a profile answered ${String(status)}: ${JSON.stringify(body)}`);
  return { ...profileJson.parse(body), tag: headers.get('etag') ?? '' };
};

/** Reads the audit entries of a profile, oldest first. */
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
