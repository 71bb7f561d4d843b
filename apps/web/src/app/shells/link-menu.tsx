import { Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { NOT_SHOWN } from '../../shared/hidden-pages.ts';
import { useSession } from '../session.ts';
import { type BarItem, isCurrent, isWithheld } from './bar-items.ts';
import classes from './shell.module.css';

/** Several links of the bar under one label; nothing when there are none. */
export function LinkMenu({ label, items }: { label: string; items: readonly BarItem[] }) {
  const { pathname } = useLocation();
  const { session } = useSession();
  if (items.length === 0) return null;
  return (
    <Menu position="bottom-start" width={240} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.link}
          data-current={items.some((item) => isCurrent(item, pathname)) || undefined}
        >
          {label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
