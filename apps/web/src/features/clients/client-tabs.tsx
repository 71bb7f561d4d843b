import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './client-tabs.module.css';
import { CLIENT_TAB_LABELS, CLIENT_TABS, type ClientTab } from './clients.tabs.ts';

type ClientTabsProps = { tab: ClientTab; onChange: (tab: string | null) => void; children: ReactNode };

/** The tabs of a client's page. */
export function ClientTabs({ tab, onChange, children }: ClientTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // The row scrolls on a phone, so the tab of the address may be outside the visible part.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (chosen) list.current?.scrollTo?.({ left: chosen.offsetLeft - chosen.offsetWidth / 2 });
  }, [tab]);
  return (
    <Tabs value={tab} onChange={onChange}>
      <Tabs.List ref={list} className={classes.tabs} mb="lg" aria-label="About this client">
        {CLIENT_TABS.map((name) => (
          <Tabs.Tab key={name} value={name} data-tab={name} className={classes.tab}>
            {CLIENT_TAB_LABELS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CLIENT_TABS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {name === tab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
