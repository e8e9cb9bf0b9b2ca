import { expect, test } from 'vitest';
import { inspectSenderDomain } from '../../../../netlify/commands/doctor/sender-domain.ts';

const domain = 'mail.example';
const right = {
  'send.mail.example': ['v=spf1 include:amazonses.com ~all'],
  'resend._domainkey.mail.example': ['p=MIGfMA0GCSqGSIb3'],
  '_dmarc.mail.example': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@mail.example'],
};

/** Inspects a domain with the right TXT records, some of them replaced. */
async function inspect(changes: Readonly<Record<string, readonly string[]>>, selector = 'resend') {
  const records = new Map<string, readonly string[]>(Object.entries({ ...right, ...changes }));
  const findings = await inspectSenderDomain(domain, selector, (name) => {
    const texts = records.get(name) ?? [];
    // DNS returns a long text in parts.
    return texts.length > 0
      ? Promise.resolve(texts.map((text) => [text.slice(0, 9), text.slice(9)]))
      : Promise.reject(Object.assign(new Error(`queryTxt ENODATA ${name}`), { code: 'ENODATA' }));
  });
  return findings.map(({ state, text }) => `${state}: ${text}`);
}

test('the doctor finds nothing wrong with a domain that has SPF, DKIM and DMARC', async () => {
  expect(await inspect({})).toEqual(['good: mail.example has SPF, DKIM and DMARC']);
});

test.each<[string, Readonly<Record<string, readonly string[]>>, string]>([
  ['no SPF', { 'send.mail.example': ['other text'] }, 'WRONG: SPF is missing'],
  [
    'two SPF records of one name',
    { 'mail.example': ['v=spf1 include:a.example ~all', 'v=spf1 include:b.example ~all'] },
    'WRONG: SPF is in two records',
  ],
  ['SPF for everybody', { 'mail.example': ['v=spf1 +all'] }, 'advice: SPF lets every server send'],
  ['no DKIM key', { 'resend._domainkey.mail.example': [] }, 'WRONG: DKIM is missing: resend._domainkey'],
  ['a revoked DKIM key', { 'resend._domainkey.mail.example': ['v=DKIM1; p='] }, 'WRONG: DKIM is revoked'],
  ['no DMARC', { '_dmarc.mail.example': [] }, 'WRONG: DMARC is missing'],
  [
    'two DMARC records',
    { '_dmarc.mail.example': ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] },
    'WRONG: DMARC is in two records',
  ],
  [
    'a DMARC policy that only watches',
    { '_dmarc.mail.example': ['v=DMARC1; p=none; rua=mailto:a@mail.example'] },
    'advice: DMARC only watches',
  ],
  [
    'DMARC without reports',
    { '_dmarc.mail.example': ['v=DMARC1; p=reject'] },
    'advice: DMARC reports go nowhere',
  ],
])('the doctor names %s', async (_case, changes, text) => {
  expect(await inspect(changes)).toEqual([expect.stringContaining(text) as string]);
});

test('the doctor looks for the DKIM key of the selector in the settings', async () => {
  expect(await inspect({}, 's1')).toEqual([expect.stringContaining('s1._domainkey.mail.example has no key')]);
});

test('a DNS server that does not answer is an error, and not a missing record', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }));
  await expect(inspectSenderDomain(domain, 'resend', failing)).rejects.toThrow('ETIMEOUT');
});
