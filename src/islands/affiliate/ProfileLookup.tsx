import { useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { isMissing } from '../../client/api.ts';
import { referralLink } from '../../client/referral.ts';
import { formatDate } from '../../shared/dates.ts';
import { normalizeAddress } from '../../shared/email.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { notConfigured } from '../account/AccountForm.tsx';
import { type ScreenUser, SignedInOnly } from '../account/guards.tsx';
import { CopyLink } from '../ui/copy.tsx';
import { Facts } from '../ui/CardTable.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { EmailField } from '../ui/fields.tsx';
import { Form, SubmitButton } from '../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { NotYet } from './activation.tsx';
import { Section } from '../ui/Section.tsx';

/** Looks up an affiliate by email. The server returns a user's own record, and any record to an admin. */
export function ProfileLookup() {
  return <SignedInOnly>{(user) => <Screen user={user} />}</SignedInOnly>;
}

function Screen({ user }: { readonly user: ScreenUser }) {
  const [affiliate, setAffiliate] = useState<Affiliate | null>(null);

  const submit = async (read: ReadField<'email'>): Promise<Outcome<'email'>> => {
    setAffiliate(null);
    const email = normalizeAddress(read('email'));
    if (email === '') return { fields: { email: affiliateProblemText('lookup-email-required') } };
    const result = await lookUp(email);
    if (typeof result === 'string') return { error: result };
    setAffiliate(result);
    return { success: affiliateMessages.found };
  };
  const form = useForm(submit, notConfigured);
  const { notice } = form;
  const { lookUp: label, lookingUp } = affiliateMessages;

  return (
    <>
      <Form form={form}>
        <EmailField autoComplete="email" defaultValue={user.kind === 'in' ? (user.email ?? '') : ''} />
        <div className="form-actions">
          <SubmitButton label={label} busyLabel={lookingUp} />
        </div>
        <FormNotice notice={notice?.kind === 'error' ? notice : null} />
        <p className="visually-hidden" role="status">
          {notice?.kind === 'success' && notice.text}
        </p>
      </Form>
      {affiliate && <Profile affiliate={affiliate} />}
    </>
  );
}

async function lookUp(email: string): Promise<Affiliate | string> {
  const answer = await authFetch('GET /api/affiliates/email/:email', { params: { email } });
  if (isMissing(answer)) return affiliateProblemText('affiliate-lookup-empty');
  return answer.ok ? answer.data : affiliateProblemText('affiliate-lookup-failed');
}

function Profile({ affiliate }: { readonly affiliate: Affiliate }) {
  return (
    <Section id="profile" tab="Profile" heading={affiliate.name}>
      <Facts
        rows={[
          ['Name', affiliate.name],
          ['Email', affiliate.email ?? ''],
          ['Affiliate code', <code key="code">{affiliate.code}</code>],
          ['Date created', formatDate(affiliate.date_created)],
        ]}
      />
      {affiliate.date_activated === null && <NotYet />}
      <CopyLink label="Referral link" url={referralLink(affiliate.code)} />
    </Section>
  );
}
