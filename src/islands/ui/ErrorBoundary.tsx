import { Component, type ComponentType, type ReactNode } from 'react';
import { announceReady } from '../../client/interaction.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { site } from '../../shared/site.ts';

interface Props {
  readonly children: ReactNode;
  /** Replaces the failed part. The default is the general error notice. */
  readonly fallback?: ReactNode;
  readonly onError?: () => void;
  /** A new value renders a failed part again. */
  readonly resetKey?: string;
}

interface State {
  readonly hasFailed: boolean;
  /** The texts in the fields when the children failed. */
  readonly typed: readonly string[];
}

/** Catches errors while its children render, so that the rest of the page stays usable and typed text is not lost. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, typed: [] };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  /** React calls this before it removes the failed fields from the page. */
  override getSnapshotBeforeUpdate(_before: Props, { hasFailed }: State): readonly string[] | null {
    return this.state.hasFailed && !hasFailed ? typedTexts() : null;
  }

  override componentDidUpdate(before: Props, _state: State, typed: readonly string[] | null) {
    if (typed) this.setState({ typed });
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback === undefined ? (
      <ApplicationError typed={this.state.typed} />
    ) : (
      this.props.fallback
    );
  }
}

/** Returns an island whose errors are caught while it renders. */
export function withErrorBoundary(Island: ComponentType) {
  return function BoundedIsland() {
    return (
      <ErrorBoundary>
        <Island />
      </ErrorBoundary>
    );
  };
}

/** Returns the typed texts of the page's islands. Leaves out one-time codes, and passwords even while they are shown. */
function typedTexts(): readonly string[] {
  return [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      ':is(astro-island, [data-mount]) :is(textarea, input:is([type=text], [type=email], [type=search], :not([type])):not([autocomplete^=current], [autocomplete^=new], [autocomplete^=one]))',
    ),
  ]
    .map(({ value }) => value.trim())
    .filter((text) => text !== '');
}

function ApplicationError({ typed }: Pick<State, 'typed'>) {
  return (
    <div ref={announceReady} className="notice" role="alert" data-kind="error">
      <div className="stacked">
        <span>
          <strong>{problemText('application-error')}</strong> Reload the page to try again, or write to{' '}
          <a href={`mailto:${site.email}`}>{site.email}</a>.
        </span>
        {typed.length > 0 && <span>{`What you typed: ${typed.join(' · ')}`}</span>}
      </div>
    </div>
  );
}
