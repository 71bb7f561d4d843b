import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { late } from '../../ui/late.tsx';
import { usePanelButton } from '../../ui/panel-button.ts';
import { type BarItem, isCurrent } from './bar-items.ts';
import classes from './shell.module.css';

const LinkMenuPanel = late(async () => (await import('./link-menu-panel.tsx')).default);

/** Several links of the bar under one label; nothing when there are none. */
export function LinkMenu({ label, items }: { label: string; items: readonly BarItem[] }) {
  const { pathname } = useLocation();
  const { buttonProps, panel } = usePanelButton(LinkMenuPanel.prepare, 'menu');
  if (items.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={classes.link}
        data-current={items.some((item) => isCurrent(item, pathname)) || undefined}
        {...buttonProps}
      >
        {label}
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
      {panel && <LinkMenuPanel {...panel} items={items} />}
    </>
  );
}
