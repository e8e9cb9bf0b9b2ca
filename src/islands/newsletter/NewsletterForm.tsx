import { maxLengths } from '../../shared/max-lengths.ts';
import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '../../client/api.ts';
import { announceReady, pressPainted } from '../../client/interaction.ts';
import { toLine } from '../../shared/text.ts';
import { newsletterMessages } from '../../shared/messages/newsletter.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { emailProblem } from '../ui/email-problem.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';

export const NewsletterForm = withErrorBoundary(Form);

type State =
  | { readonly kind: 'idle' | 'submitting' }
  | { readonly kind: 'invalid' | 'error' | 'success'; readonly text: string };

/**
 * The newsletter form. The page contains it as a plain HTML form until mount.tsx replaces it. Its inputs are uncontrolled, so
 * that the page's script can move typed text into them.
 */
function Form() {
  const id = useId();
  const email = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const busy = state.kind === 'submitting';
  // Set before the paint; `busy` follows after it.
  const isPressed = useRef(false);
  const invalid = state.kind === 'invalid' ? state.text : undefined;
  const notice = state.kind === 'success' || state.kind === 'error' ? state : undefined;

  useLayoutEffect(() => {
    announceReady(email.current);
  }, []);

  const refuse = (text: string) => {
    setState({ kind: 'invalid', text });
    email.current?.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPressed.current) return;
    isPressed.current = true;
    try {
      await send(event.currentTarget);
    } finally {
      isPressed.current = false;
    }
  };

  const send = async (target: HTMLFormElement) => {
    const data = new FormData(target);
    await pressPainted();
    const read = (field: string) => String(data.get(field) ?? '').trim();
    const emailError = emailProblem(target, 'email');
    if (emailError !== undefined) return refuse(emailError);
    // A disabled field would lose the focus.
    target.querySelector('button')?.focus();
    setState({ kind: 'submitting' });
    const next = await subscribe(read('name'), read('email'));
    if (next.kind === 'success') target.reset();
    setState(next);
  };

  return (
    <form
      className="newsletter"
      method="post"
      action="/api/customers"
      data-offline={problemText('subscribe-failed-retry')}
      onSubmit={(event) => void submit(event)}
    >
      <div className="newsletter-fields">
        <div className="field">
          <label htmlFor={`${id}name`}>
            Name <span className="optional">(optional)</span>
          </label>
          <input
            id={`${id}name`}
            name="name"
            autoComplete="name"
            maxLength={maxLengths.name}
            disabled={busy}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}email`}>Email</label>
          <input
            ref={email}
            id={`${id}email`}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={maxLengths.email}
            required
            disabled={busy}
            aria-invalid={invalid ? true : undefined}
            aria-describedby={`${id}error`}
            onInput={() => invalid && setState({ kind: 'idle' })}
          />
          <span id={`${id}error`} className="field-error" role="alert">
            {invalid}
          </span>
        </div>
        <button
          type="submit"
          className="button button-primary"
          data-swap={newsletterMessages.subscribing}
          aria-busy={busy}
          aria-disabled={busy}
        >
          {busy ? newsletterMessages.subscribing : 'Subscribe'}
        </button>
      </div>
      <div className="notice" role="status" data-kind={notice?.kind}>
        {notice?.text}
      </div>
    </form>
  );
}

/** Subscribes. Removes invisible characters from the name, because the user could not find them. */
async function subscribe(name: string, email: string): Promise<State> {
  const answer = await callApi('POST /api/customers', {
    body: { name: toLine(name) || null, email, newsletter: true },
  });
  if (answer.ok)
    return { kind: 'success', text: `${newsletterMessages.subscribed} ${newsletterMessages.confirmNext}` };
  // Status 0 means no answer.
  const fallback = answer.status === 0 ? 'subscribe-failed-retry' : 'subscribe-failed';
  return { kind: 'error', text: answer.error ?? problemText(fallback) };
}
