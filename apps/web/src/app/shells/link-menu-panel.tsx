import { Menu, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { NOT_SHOWN } from '../../shared/hidden-pages.ts';
import type { PanelProps } from '../../ui/panel-button.ts';
import PanelMenu from '../../ui/panel-menu.tsx';
import { useSession } from '../session.ts';
import { type BarItem, isCurrent, isWithheld } from './bar-items.ts';
import classes from './shell.module.css';

/** The links of a menu of the bar. */
export default function LinkMenuPanel({ items, ...panel }: PanelProps & { items: readonly BarItem[] }) {
  const { pathname } = useLocation();
  const { session } = useSession();
  return (
    <PanelMenu {...panel} position="bottom-start" width={240} withinPortal={false}>
      {items.map((item) =>
        isWithheld(session, item) ? (
          <Menu.Item key={item.to} disabled>
            {item.label}
            <Text size="xs">{NOT_SHOWN}</Text>
          </Menu.Item>
        ) : (
          <Menu.Item
            key={item.to}
            component={Link}
            to={item.to}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
            rightSection={item.mark && <span className={classes.mark}>{item.mark}</span>}
          >
            {item.label}
          </Menu.Item>
        ),
      )}
    </PanelMenu>
  );
}
