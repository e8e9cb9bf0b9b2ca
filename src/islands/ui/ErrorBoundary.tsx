import { Component, type ReactNode } from 'react';
import { announceReady } from '../../client/directives/ready.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { site } from '../../shared/site.ts';

interface Props {
  readonly children: ReactNode;
  /** What stands there instead of the failed part; the general error screen unless given. */
  readonly fallback?: ReactNode;
  readonly onError?: () => void;
  /** Another value gives a failed part a new chance; one that works is left alone. */
  readonly resetKey?: string;
}

/** Catches what fails while its children draw, so that the rest of the page stays usable. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback === undefined ? applicationError : this.props.fallback;
  }
}

const applicationError = (
  <div ref={announceReady} className="notice" role="alert" data-kind="error">
    <span>
      <strong>{problemText('application-error')}</strong> Reload the page to try again, or write to{' '}
      <a href={`mailto:${site.email}`}>{site.email}</a>.
    </span>
  </div>
);
