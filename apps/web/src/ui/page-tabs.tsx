import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page-tabs.module.css';

type PageTabsProps<Tab extends string> = {
  /** Name of the tabs, for screen readers. */
  label: string;
  tabs: readonly Tab[];
  labels: Record<Tab, ReactNode>;
  tab: Tab;
  onChange: (tab: string | null) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
};

/** The parts of a page; the chosen one is in the address. */
export function PageTabs<Tab extends string>({ label, tabs, labels, tab, onChange, children }: PageTabsProps<Tab>) {
  const list = useRef<HTMLDivElement>(null);
  // The row scrolls on a phone, so the tab of the address may be outside the visible part.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (chosen) list.current?.scrollTo?.({ left: chosen.offsetLeft - chosen.offsetWidth / 2 });
  }, [tab]);
  return (
    <Tabs value={tab} onChange={onChange}>
      <Tabs.List ref={list} className={classes.tabs} mb="lg" aria-label={label}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name} data-tab={name} className={classes.tab}>
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {name === tab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
