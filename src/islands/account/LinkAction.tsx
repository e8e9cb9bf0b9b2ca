import { type ReactNode, useState } from 'react';
import { BusyButton } from '../ui/buttons.tsx';
import { ErrorNotice } from '../ui/notices.tsx';

/** The result of a press on a mailed link. `refused` means that another press cannot help. */
export interface LinkResult {
  readonly kind: 'done' | 'failed' | 'refused';
  readonly text: string;
}

interface Props {
  readonly intro: string;
  readonly button: string;
  readonly busyLabel: string;
  readonly apply: () => Promise<LinkResult>;
  /** Returns the links to the pages that help next. */
  readonly next: (kind: LinkResult['kind']) => ReactNode;
}

/** Uses a mailed link after a press. Mail scanners open links, so opening the page does nothing. */
export function LinkAction({ intro, button, busyLabel, apply, next }: Props) {
  const [result, setResult] = useState<LinkResult | null>(null);
  const isOver = result !== null && result.kind !== 'failed';
  const press = async () => {
    setResult(null);
    setResult(await apply());
  };
  return (
    <div className="form">
      {!isOver && <p>{intro}</p>}
      <div className="notice" role="status" data-kind={result?.kind === 'done' ? 'success' : 'error'}>
        {result?.text}
      </div>
      <div className="form-actions">
        {!isOver && <BusyButton look="primary" label={button} busyLabel={busyLabel} onPress={press} />}
        {result && next(result.kind)}
      </div>
    </div>
  );
}

/** A mailed link that does not work, with a link to the page that helps next. */
export function LinkFailed({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="form">
      <ErrorNotice text={text} />
      <div className="form-actions">{children}</div>
    </div>
  );
}
