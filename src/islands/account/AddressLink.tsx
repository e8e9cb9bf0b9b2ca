import { useEffect, useRef, useState } from 'react';
import {
  type AddressLink as Link,
  applyAddressLink,
  takeAddressLink,
} from '../../client/accounts/address-link.ts';
import { errorMessage, isMissing } from '../../client/api.ts';
import { announceReady } from '../../client/interaction.ts';
import { dropEndedSession } from '../../client/sign-out.ts';
import { addressLinkMessages as texts } from '../../shared/messages/own-account.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { LinkAction, LinkFailed, type LinkResult } from './LinkAction.tsx';

/** The target of the links in mails about a changed address. */
export const AddressLink = withErrorBoundary(Screen);

function Screen() {
  const [link, setLink] = useState<Link | null>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setLink(takeAddressLink());
    announceReady(box.current);
  }, []);
  if (link === null)
    return (
      <LinkFailed text={texts.missing}>
        <NextStep action="confirm" end="refused" />
      </LinkFailed>
    );
  if (!link)
    return (
      <div ref={box} className="form">
        <p role="status">{texts.loading}</p>
      </div>
    );
  const { intro, button } = texts[link.action];
  return (
    <LinkAction
      intro={intro}
      button={button}
      busyLabel={texts.busy}
      apply={() => apply(link)}
      next={(kind) => kind !== 'failed' && <NextStep action={link.action} end={kind} />}
    />
  );
}

async function apply(link: Link): Promise<LinkResult> {
  const answer = await applyAddressLink(link);
  if (answer.ok) {
    await dropEndedSession();
    return { kind: 'done', text: texts[link.action].done(answer.data.email) };
  }
  const isRefused = isMissing(answer) || answer.status === 409;
  return { kind: isRefused ? 'refused' : 'failed', text: errorMessage(answer) };
}

/** The page that helps next, after each end of a link. */
const nextSteps = {
  confirm: { done: ['/login', texts.toLogin], refused: ['/account', texts.toAccount] },
  undo: { done: ['/forgot-password', texts.toReset], refused: ['/contact-us', texts.toContact] },
} as const;

interface NextStepProps {
  readonly action: Link['action'];
  readonly end: 'done' | 'refused';
}

function NextStep({ action, end }: NextStepProps) {
  const [href, text] = nextSteps[action][end];
  return (
    <a className="button button-primary" href={href}>
      {text}
    </a>
  );
}
