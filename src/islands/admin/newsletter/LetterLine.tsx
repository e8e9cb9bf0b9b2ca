import { May } from '../../data/role.tsx';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import { BusyButton, RowButton } from '../../ui/buttons.tsx';
import { type Letter, type LetterActionProps, useLetterActions } from './use-letter-actions.ts';

interface Props extends LetterActionProps {
  readonly letter: Letter;
  readonly onPreview: () => void;
}

/** A letter that is not sent yet, or is being sent: its state, its progress and its actions. */
export function LetterLine({ letter, onPreview, ...props }: Props) {
  const { subject, preview, state } = letter;
  const { busy, sendTest, send, pause, resume } = useLetterActions(letter, props);
  const { confirmed } = props;
  return (
    <li className="letter-line">
      <div>
        <h3>{subject}</h3>
        <p className="soft">{preview}</p>
        <State letter={letter} />
        {state === 'not-sent' && confirmed === 0 && <p className="soft small">{texts.nobodyConfirmed}</p>}
      </div>
      <div className="form-actions">
        <RowButton label={texts.preview} name={subject} onPress={onPreview} />
        <May role="admin">
          {state === 'not-sent' && (
            <>
              <BusyButton
                label={texts.sendTest}
                busyLabel={texts.sendingTest}
                busy={busy === 'test'}
                onPress={() => void sendTest()}
              />
              {confirmed !== undefined && confirmed > 0 && (
                <BusyButton
                  label={texts.sendTo(confirmed)}
                  busyLabel={texts.sending}
                  busy={busy === 'send'}
                  onPress={() => void send()}
                />
              )}
            </>
          )}
          {state === 'sending' && (
            <BusyButton
              label={texts.pause}
              busyLabel={texts.pausing}
              busy={busy === 'pause'}
              onPress={() => void pause()}
            />
          )}
          {state === 'paused' && (
            <BusyButton
              label={texts.resume}
              busyLabel={texts.resuming}
              busy={busy === 'resume'}
              onPress={() => void resume()}
            />
          )}
        </May>
      </div>
    </li>
  );
}

function State({ letter: { subject, state, sent, recipients, failed, cancelled } }: Pick<Props, 'letter'>) {
  const numbers = [
    ...(state === 'not-sent' ? [] : [texts.progress(sent, recipients)]),
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(cancelled > 0 ? [texts.cancelled(cancelled)] : []),
  ];
  return (
    <>
      <p className="letter-state">
        <strong>{texts.states[state]}</strong>
        {numbers.length > 0 && <span>{`: ${numbers.join(', ')}`}</span>}
      </p>
      {state !== 'not-sent' && (
        <progress aria-label={subject} value={sent + failed + cancelled} max={recipients} />
      )}
    </>
  );
}
