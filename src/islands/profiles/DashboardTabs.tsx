import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab {
  readonly key: string;
  readonly label: string;
  readonly panel: ReactNode;
}

interface Props {
  /** The name of the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
}

/** Returns the index of the tab that a key selects, or null for any other key. */
export function nextTabIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Tabs by the ARIA pattern: arrows, Home and End select a tab. Typed text in a hidden panel stays. */
export function DashboardTabs({ label, tabs, selected, onSelect }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex(({ key }) => key === selected);
    const next = nextTabIndex(event.key, current, tabs.length);
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
}
