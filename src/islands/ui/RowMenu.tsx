import { type ReactNode, useId, useRef } from 'react';
import { runErrand } from '../../client/side-errand.ts';
import { recordMessages } from '../../shared/messages/admin.ts';

interface Props {
  /** The name of the row, for screen readers. */
  readonly name: string;
  /** True while an action of the row runs. */
  readonly busy?: boolean;
  /** Buttons and links. */
  readonly children: ReactNode;
}

/**
 * The further actions of a table's row, in a native popover: Escape or a press outside closes it. An action closes it first, so
 * that the menu's button has the focus while the action runs.
 */
export function RowMenu({ name, busy = false, children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const close = () => runErrand(() => menu.current?.hidePopover());
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="button row-menu-button"
        popoverTarget={id}
        aria-busy={busy}
      >
        <span aria-hidden="true">⋯</span>
        <span className="visually-hidden">{recordMessages.moreActions(name)}</span>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="row-menu"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open' || !opener.current || !menu.current) return;
          Object.assign(menu.current.style, placeNextTo(opener.current));
          // A scroll closes the menu, because the menu does not move with the row. Ignores the end of a scroll before the press.
          requestAnimationFrame(() => {
            addEventListener('scroll', close, { capture: true, once: true });
          });
        }}
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest('a, button')) close();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** Returns the position of a menu: below its button, or above a button in the lower half of the window. */
function placeNextTo(button: HTMLElement): Partial<CSSStyleDeclaration> {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const gap = 4;
  return {
    ...(bottom < height / 2
      ? { top: `${String(bottom + gap)}px`, bottom: 'auto' }
      : { top: 'auto', bottom: `${String(height - top + gap)}px` }),
    ...(right < width / 2
      ? { left: `${String(left)}px`, right: 'auto' }
      : { left: 'auto', right: `${String(width - right)}px` }),
  };
}
