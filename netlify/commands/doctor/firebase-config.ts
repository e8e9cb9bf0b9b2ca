import * as z from 'zod/mini';
import { about, type Finding } from './check.ts';

/** GET /v2/projects/{id}/config, in part: what is false is left out, and the emulator leaves out more. */
export const configShape = z.object({
  signIn: z._default(
    z.object({ email: z.optional(z.object({ enabled: z._default(z.boolean(), false) })) }),
    {},
  ),
  client: z.optional(
    z.object({ permissions: z.optional(z.object({ disabledUserSignup: z._default(z.boolean(), false) })) }),
  ),
  recaptchaConfig: z.optional(z.object({ emailPasswordEnforcementState: z.optional(z.string()) })),
  authorizedDomains: z.optional(z.array(z.string())),
  emailPrivacyConfig: z.optional(z.object({ enableImprovedEmailPrivacy: z._default(z.boolean(), false) })),
  notification: z.optional(
    z.object({ sendEmail: z.optional(z.object({ callbackUri: z.optional(z.string()) })) }),
  ),
});

type Config = z.infer<typeof configShape>;

interface Place {
  readonly siteUrl: string;
  readonly isLocal: boolean;
  readonly isEmulator: boolean;
}

const signIn = about('Firebase: sign-in by password');
const privacy = about('Firebase: email enumeration protection');
const domains = about('Firebase: authorised domains');
const mail = about('Firebase: address in mails');
const silent = 'the emulator does not tell';

const examineSignIn = (
  { signIn: { email }, client, recaptchaConfig: recaptcha }: Config,
  { isEmulator }: Place,
): Finding => {
  if (!email && isEmulator) return signIn.unchecked(silent);
  if (client?.permissions?.disabledUserSignup)
    return signIn.wrong(
      'is for those who have an account: nobody can sign up. Enable create (sign-up): Authentication, Settings, User actions.',
    );
  if (recaptcha?.emailPasswordEnforcementState === 'ENFORCE')
    return signIn.wrong(
      'is closed, since reCAPTCHA is enforced and the site sends no token of it. Switch it off: Authentication, Settings.',
    );
  return email?.enabled
    ? signIn.good('is enabled')
    : signIn.wrong('is off. Enable Email/Password: Authentication, Sign-in method.');
};

const examinePrivacy = ({ emailPrivacyConfig: found }: Config): Finding =>
  found?.enableImprovedEmailPrivacy
    ? privacy.good('is on')
    : privacy.wrong(
        'is off, and strangers learn who has an account. Switch it on: Authentication, Settings, User actions.',
      );

const examineDomains = (
  { authorizedDomains: found }: Config,
  { siteUrl, isLocal, isEmulator }: Place,
): Finding => {
  if (!found && isEmulator) return domains.unchecked(silent);
  const { hostname } = new URL(siteUrl);
  if (!found?.includes(hostname))
    return domains.wrong(
      `${hostname} is not among them. Add it: Authentication, Settings, Authorized domains.`,
    );
  return found.includes('localhost') && !isLocal
    ? domains.wrong('localhost is among them. Take it out: Authentication, Settings, Authorized domains.')
    : domains.good(`${hostname} is among them`);
};

const examineMail = ({ notification }: Config, { siteUrl }: Place): Finding => {
  const found = notification?.sendEmail?.callbackUri;
  const ours = `${siteUrl}/reset-password`;
  if (found === undefined)
    return mail.unchecked(
      `the provider does not tell; it should be ${ours}. Ask for a reset, and look at the link`,
    );
  return found === ours
    ? mail.good(ours)
    : mail.wrong(`is not ${ours}. Customize action URL: Authentication, Templates, Password reset.`);
};

/** What the project's configuration is against what the site needs of it. */
export const examineConfig = (config: Config, place: Place): readonly Finding[] => [
  examineSignIn(config, place),
  examinePrivacy(config),
  examineDomains(config, place),
  examineMail(config, place),
];
