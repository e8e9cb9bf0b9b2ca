import { useEffect, useRef, useState } from 'react';
import {
  type AddressLink as Link,
  applyAddressLink,
  takeAddressLink,
} from '../../client/accounts/address-link.ts';
import { errorMessage } from '../../client/api.ts';
import { announceReady } from '../../client/interaction.ts';
import { storedSession } from '../../client/session.ts';
import { signOut } from '../../client/sign-out.ts';
import { addressLinkMessages as texts } from '../../shared/messages/own-account.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { Notice } from '../ui/notices.tsx';

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
        <div className="notice" role="alert" data-kind="error">
          {texts.missing}
        </div>
      )}
    </div>
  );
}

function LinkAction({ link }: { readonly link: Link }) {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const { intro, button, done } = texts[link.action];
  const isDone = notice?.kind === 'success';

  const apply = async () => {
    setBusy(true);
    setNotice(null);
    const answer = await applyAddressLink(link);
    if (answer.ok) await endOldSession();
    setNotice(
      answer.ok
        ? { kind: 'success', text: done(answer.data.email) }
        : { kind: 'error', text: errorMessage(answer) },
    );
    setBusy(false);
  };
  return (
    <div className="form">
      {!isDone && <p>{intro}</p>}
      <div className="notice" role="status" data-kind={notice?.kind}>
        {notice?.text}
      </div>
      <div className="form-actions">
        {isDone ? (
          <a className="button button-primary" href={link.action === 'undo' ? '/forgot-password' : '/login'}>
            {link.action === 'undo' ? texts.toReset : texts.toLogin}
          </a>
        ) : (
          <BusyButton
            look="primary"
            label={button}
            busyLabel={texts.busy}
            busy={busy}
            onPress={() => void apply()}
          />
        )}
      </div>
    </div>
  );
}

/** Signs out the user of this browser, whose session the server has just ended. */
async function endOldSession(): Promise<void> {
  if (!storedSession()) return;
  await signOut().catch((error: unknown) => {
    console.warn('sign out', error);
  });
}
