import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab {
  readonly key: string;
  readonly label: string;
  readonly panel: ReactNode;
}

interface Props {
  /** What the tabs are about, for those who hear them. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
}

/** Where a key leads from the tab at `place` of `count`; null for a key that leads nowhere. */
export const placeAfter = (key: string, place: number, count: number): number | null => {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count;
    case 'ArrowLeft':
      return (place + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/** Tabs by the ARIA pattern: arrows, Home and End choose; what is typed in a panel stays while another shows. */
export const DashboardTabs = ({ label, tabs, selected, onSelect }: Props) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const now = tabs.findIndex(({ key }) => key === selected);
    const next = placeAfter(event.key, now, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab || next === null) return;
    event.preventDefault();
    onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: name }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            aria-controls={`${id}${key}panel`}
            aria-selected={key === selected}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => {
              onSelect(key);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ key, panel }) => (
        <div
          key={key}
          className="tab-panel"
          role="tabpanel"
          id={`${id}${key}panel`}
          aria-labelledby={`${id}${key}`}
          hidden={key !== selected}
        >
          {panel}
        </div>
      ))}
    </>
  );
};
