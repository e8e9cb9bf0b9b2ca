import { createTransport } from 'nodemailer';
import { parseSender } from '../../../src/server/frame/mail/sender.ts';
import { requiresTls } from '../../../src/server/frame/mail/smtp-mailer.ts';
import { inProject } from '../../../stack/paths.ts';
import { checkReleases } from '../check-releases.ts';
import { type Check, good, unchecked, wrong } from './check.ts';
import { isPlaceholder } from './settings.ts';

/** Asks the deployed site for its health, which includes its database. */
export const checkSite: Check = {
  name: 'site',
  help: "Check the address and the network. The function's log says more: docs/operations.md.",
  run: async ({ siteUrl, isLocal }) => {
    if (!isLocal && isPlaceholder(siteUrl)) return [unchecked('its address is a placeholder')];
    const response = await fetch(`${siteUrl}/api/health`, { signal: AbortSignal.timeout(10_000) });
    const isHealthy = response.ok && (await response.text()).includes('"status":"ok"');
    if (!isHealthy) throw new Error(`${siteUrl}/api/health answers ${String(response.status)}`);
    return [good(`${siteUrl} and its database answer`)];
  },
};

/** Downloads the offered installers, as a build for production does. */
export const checkStorage: Check = {
  name: 'releases',
  run: async ({ isLocal }) => {
    if (isLocal) return [unchecked('the local stack serves sample files')];
    const { code, text } = await checkReleases(inProject('src/content/releases'), inProject('netlify.toml'));
    return [code === 0 ? good(text) : wrong(text)];
  },
};

/** Parses the sender, and logs in at the mail server. Sends no mail. */
export const checkMail: Check = {
  name: 'mail',
  needs: /MAIL_URL/,
  help: 'Copy the SMTP user and password from the mail service into MAIL_URL.',
  run: async ({ env: { MAIL_URL: url, MAIL_FROM: from } }) => {
    if (from !== undefined && !parseSender(from))
      return [wrong('MAIL_FROM must name exactly one email address, such as Kithbook <hello@your-domain>.')];
    if (url === undefined) return [];
    const limits = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 };
    const transport = createTransport({ url, requireTLS: requiresTls(url), ...limits });
    try {
      await transport.verify();
      return [good(`${new URL(url).host} accepts the login`)];
    } finally {
      transport.close();
    }
  },
};
