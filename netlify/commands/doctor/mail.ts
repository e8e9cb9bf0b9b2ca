import { createTransport } from 'nodemailer';
import { parseSender } from '../../../src/server/frame/mail/sender.ts';
import { requiresTls } from '../../../src/server/frame/mail/smtp-mailer.ts';
import type { Env } from '../../../src/server/env.ts';
import { rootMessage } from '../command-result.ts';
import { type Check, findings, unreachable } from './check.ts';

const { good, advice, wrong } = findings('mail');

/** The consequence of each missing setting. */
const consequences = {
  MAIL_URL: 'mails wait',
  MAIL_FROM: 'mails wait',
  MAIL_LINK_SECRET: 'mails wait',
  MAIL_WEBHOOK_SECRET: 'bounces and complaints are not noticed',
} as const satisfies Partial<Record<keyof Env, string>>;

const settings = Object.keys(consequences) as (keyof typeof consequences)[];

/** Checks that mails can be sent: the settings, and the login at the mail server. It sends no mail. */
export const checkMail: Check = {
  name: 'mail',
  needs: settings,
  run: async ({ env, isLocal }) => {
    const missing = settings
      .filter((setting) => !env[setting])
      .map((setting) => advice(`${setting} is not set: ${consequences[setting]}. See docs/deploy.md.`));
    const placeholder =
      !isLocal && /\.example>?$/.test(env.MAIL_FROM ?? '')
        ? [wrong('MAIL_FROM is the placeholder of .env.example. Name an address of your domain.')]
        : [];
    const from = env.MAIL_FROM ?? '';
    const sender =
      from === '' || parseSender(from)
        ? []
        : [wrong('MAIL_FROM must name exactly one email address, such as Kithbook <hello@your-domain>.')];
    const login = env.MAIL_URL === undefined ? [] : [await checkLogin(env.MAIL_URL, isLocal)];
    return [...missing, ...placeholder, ...sender, ...login];
  },
};

async function checkLogin(url: string, isLocal: boolean) {
  const host = URL.parse(url)?.host ?? 'MAIL_URL';
  const transport = createTransport({
    url,
    requireTLS: requiresTls(url),
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
  });
  try {
    await transport.verify();
    return good(`${host} accepts the login`);
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH';
    return isRefused
      ? wrong(
          `${host} refuses the login (${rootMessage(error)}). Copy the SMTP user and password from the mail service into MAIL_URL.`,
        )
      : unreachable('mail', host, error, isLocal);
  } finally {
    transport.close();
  }
}
