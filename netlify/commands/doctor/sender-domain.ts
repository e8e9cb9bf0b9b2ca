import { resolveTxt } from 'node:dns/promises';
import { parseSender } from '../../../src/server/frame/mail/sender.ts';
import { advice, type Check, type Finding, good, unchecked, wrong } from './check.ts';
import { isPlaceholder } from './settings.ts';

/** Returns the TXT records of a name, each as its parts. Throws ENOTFOUND or ENODATA for a name without TXT records. */
export type ReadTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** The selector of Resend's DKIM key. */
const defaultSelector = 'resend';

/** Looks up the DNS records with which mail programs recognize our mails: SPF, DKIM and DMARC of the sender's domain. */
export const checkSenderDomain: Check = {
  name: 'DNS of mails',
  run: async ({ env: { MAIL_FROM: from = '' }, settings, isLocal }) => {
    if (isLocal) return [unchecked('the local stack sends no mail to anybody')];
    const domain = parseSender(from)?.address.split('@').at(-1);
    if (domain === undefined || isPlaceholder(domain)) return [unchecked('MAIL_FROM names no real domain')];
    return inspectSenderDomain(domain, settings.MAIL_DKIM_SELECTOR || defaultSelector, resolveTxt);
  },
  help: 'Does the network of this computer allow DNS requests?',
};

export async function inspectSenderDomain(
  domain: string,
  selector: string,
  readTxt: ReadTxt,
): Promise<readonly Finding[]> {
  const keyName = `${selector}._domainkey.${domain}`;
  const [own, ofBounces, keys, policies] = await Promise.all(
    [domain, `send.${domain}`, keyName, `_dmarc.${domain}`].map((name) => readRecords(name, readTxt)),
  );
  const findings = [
    ...inspectSpf(domain, own, ofBounces),
    ...inspectDkim(keyName, keys),
    ...inspectDmarc(domain, policies),
  ];
  return findings.length > 0 ? findings : [good(`${domain} has SPF, DKIM and DMARC`)];
}

async function readRecords(name: string, readTxt: ReadTxt): Promise<readonly string[]> {
  try {
    return (await readTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && /^(ENOTFOUND|ENODATA)$/.test(String(error.code));
    if (isMissing) return [];
    throw error;
  }
}

/** Resend receives bounces at `send.`, so that SPF stands there. Other services use the domain itself. */
function inspectSpf(
  domain: string,
  own: readonly string[] = [],
  ofBounces: readonly string[] = [],
): Finding[] {
  const records = [own, ofBounces].map((texts) => texts.filter((text) => /^v=spf1( |$)/i.test(text)));
  const found = records.flat();
  if (found.length === 0)
    return [
      wrong(
        `SPF is missing: neither ${domain} nor send.${domain} has it. Add the TXT record of the mail service, such as "v=spf1 include:amazonses.com ~all".`,
      ),
    ];
  if (records.some((texts) => texts.length > 1))
    return [
      wrong('SPF is in two records of one name, which counts as none. Put every include: into one record.'),
    ];
  if (found.some((text) => !/[~-]all\b|\bredirect=/i.test(text)))
    return [advice('SPF lets every server send for the domain. End the record with ~all.')];
  return [];
}

function inspectDkim(name: string, records: readonly string[] = []): Finding[] {
  const key = records
    .map((text) => /\bp=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, ''))
    .find((text) => text !== undefined);
  if (key === undefined)
    return [
      wrong(
        `DKIM is missing: ${name} has no key. Add the record of the mail service. If its name begins with another selector, set MAIL_DKIM_SELECTOR.`,
      ),
    ];
  if (key === '')
    return [wrong(`DKIM is revoked: the key at ${name} is empty. Add the mail service’s key again.`)];
  return [];
}

function inspectDmarc(domain: string, records: readonly string[] = []): Finding[] {
  const policies = records.filter((text) => /^v=DMARC1\b/i.test(text));
  const [policy] = policies;
  if (policy === undefined)
    return [
      wrong(
        `DMARC is missing, and Gmail and Yahoo refuse letters without it. Add a TXT record at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:YOUR-MAILBOX".`,
      ),
    ];
  if (policies.length > 1)
    return [wrong(`DMARC is in two records, which counts as none. Keep one at _dmarc.${domain}.`)];
  return [
    ...(/\bp=none\b/i.test(policy)
      ? [advice('DMARC only watches (p=none). Once its reports are clean, change it to p=quarantine.')]
      : []),
    ...(/\brua=/i.test(policy) ? [] : [advice('DMARC reports go nowhere. Add rua=mailto:YOUR-MAILBOX.')]),
  ];
}
