import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../../client/api.ts';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { useApi } from '../../data/use-api.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { useModal } from '../../ui/use-modal.ts';

interface Props {
  readonly slug: string;
  readonly onClose: () => void;
}

/** A dialog with a letter as its mail shows it, and with its plain text. */
export function LetterPreview({ slug, onClose }: Props) {
  const loaded = useApi('GET /api/letters/:slug', { params: { slug } });
  const { data } = loaded;
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="confirm letter-preview"
      aria-labelledby="letter-subject"
      onClose={onClose}
    >
      <header className="panel-head">
        <h2 id="letter-subject">{data?.subject ?? texts.preview}</h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </header>
      <LoadState
        loaded={loaded}
        waiting={texts.loadingPreview}
        failureText={adminFailure('letter-load-failed')}
      />
      {data && <Mail letter={data} />}
    </dialog>
  );
}

function Mail({ letter: { subject, preview, html, text } }: { letter: AnswerOf<'GET /api/letters/:slug'> }) {
  const address = useBlobAddress(html);
  return (
    <>
      <p className="soft">{preview}</p>
      {/* Without permissions in `sandbox`, the frame runs no script and opens no page. */}
      {address !== null && <iframe title={subject} src={address} sandbox="" />}
      <details className="disclosure">
        <summary>{texts.textVersion}</summary>
        <pre>{text}</pre>
      </details>
    </>
  );
}

/** Returns a blob URL for an HTML page. The site's policy forbids `srcdoc`, because it turns text into markup. */
function useBlobAddress(html: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    setAddress(url);
    return () => {
      URL.revokeObjectURL(url);
    };
  }, [html]);
  return address;
}
