import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { closeServer, listen, listener } from '../web-server.ts';
import { createCatcherApp } from './catcher-app.ts';
import { type CaughtMail, type MailControl, parseMail } from './caught-mail.ts';
import { defaultMailSwitches, type MailSwitches, startSmtp } from './smtp.ts';

export interface CatcherSettings {
  /** Port of the SMTP server. 0 takes a free port. */
  readonly smtpPort: number;
  /** Port of the page. 0 takes a free port. */
  readonly pagePort: number;
  /** Origin of the site, for the links of the previews. */
  readonly siteUrl: string;
  /** Signs the links of the previews. */
  readonly linkSecret: string;
}

export interface MailCatcher extends MailControl {
  /** Origin of the page, `http://127.0.0.1:4026`. */
  readonly url: string;
  /** Address of the SMTP server, `smtp://127.0.0.1:4025`. */
  readonly smtpUrl: string;
  readonly close: () => Promise<void>;
}

/** The number of mails that are kept. */
const maxMails = 500;

/**
 * Starts a mail server on 127.0.0.1 that delivers nothing, and a page that shows the caught mails. Throws EADDRINUSE if a port
 * is in use.
 */
export async function startMailCatcher(settings: CatcherSettings): Promise<MailCatcher> {
  const switches: MailSwitches = { ...defaultMailSwitches };
  let caught: readonly CaughtMail[] = [];
  let lastId = 0;
  const smtp = await startSmtp({
    port: settings.smtpPort,
    switches,
    receive: async (to, source) => {
      lastId += 1;
      const mail = await parseMail(String(lastId), to, source);
      caught = [mail, ...caught].slice(0, maxMails);
    },
  });
  const control: MailControl = {
    mails: (to) => (to === undefined ? caught : caught.filter((mail) => isFor(mail, to))),
    clear: () => {
      caught = [];
    },
    set: (changes) => ({ ...Object.assign(switches, changes) }),
  };
  // Idle connections stay open, as in serveHandler.
  const server = createServer({ keepAliveTimeout: 0 });
  try {
    await listen(server, settings.pagePort);
  } catch (error) {
    await smtp.close();
    throw error;
  }
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const app = createCatcherApp({ ...settings, url, control });
  const respond = listener((request) => Promise.resolve(app.fetch(request)));
  server.on('request', (request, response) => void respond(request, response));
  return {
    ...control,
    url,
    smtpUrl: `smtp://127.0.0.1:${String(smtp.port)}`,
    close: async () => {
      await closeServer(server);
      await smtp.close();
    },
  };
}

function isFor({ to }: CaughtMail, address: string): boolean {
  return to.some((recipient) => recipient.toLowerCase() === address.toLowerCase());
}
