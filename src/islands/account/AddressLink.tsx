import { useEffect, useRef, useState } from 'react';
import {
  type AddressLink as Link,
  applyAddressLink,
  takeAddressLink,
} from '../../client/accounts/address-link.ts';
import { errorMessage, isMissing } from '../../client/api.ts';
import { announceReady } from '../../client/interaction.ts';
import { storedSession } from '../../client/session.ts';
import { signOut } from '../../client/sign-out.ts';
import { addressLinkMessages as texts } from '../../shared/messages/own-account.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';

/** The target of the links in mails about a changed address. Mail scanners open links, so only a press uses one. */
export function AddressLink() {
  return (
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>
  );
}

function Screen() {
  const [link, setLink] = useState<Link | null>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setLink(takeAddressLink());
    announceReady(box.current);
  }, []);
  if (link) return <LinkAction link={link} />;
  return (
    <div ref={box} className="form">
      {link === undefined ? (
        <p role="status">{texts.loading}</p>
      ) : (
        <>
          <div className="notice" role="alert" data-kind="error">
            {texts.missing}
          </div>
          <div className="form-actions">
            <NextStep action="confirm" end="refused" />
          </div>
        </>
      )}
    </div>
  );
}

/** The state of a used link. `refused` means that another press cannot help. */
type LinkState = { readonly kind: 'done' | 'failed' | 'refused'; readonly text: string };

function LinkAction({ link }: { readonly link: Link }) {
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<LinkState | null>(null);
  const { intro, button, done } = texts[link.action];

  const apply = async () => {
    setBusy(true);
    setState(null);
    const answer = await applyAddressLink(link);
    if (answer.ok) {
      await endOldSession();
      setState({ kind: 'done', text: done(answer.data.email) });
    } else {
      const isRefused = isMissing(answer) || answer.status === 409;
      setState({ kind: isRefused ? 'refused' : 'failed', text: errorMessage(answer) });
    }
    setBusy(false);
  };
  const end = state && state.kind !== 'failed' ? state.kind : null;
  return (
    <div className="form">
      {end === null && <p>{intro}</p>}
      <div className="notice" role="status" data-kind={state?.kind === 'done' ? 'success' : 'error'}>
        {state?.text}
      </div>
      <div className="form-actions">
        {end === null ? (
          <BusyButton
            look="primary"
            label={button}
            busyLabel={texts.busy}
            busy={busy}
            onPress={() => void apply()}
          />
        ) : (
          <NextStep action={link.action} end={end} />
        )}
      </div>
    </div>
  );
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

/** Signs out the user of this browser, whose session the server has just ended. */
async function endOldSession(): Promise<void> {
  if (!storedSession()) return;
  await signOut().catch((error: unknown) => {
    console.warn('sign out', error);
  });
}
