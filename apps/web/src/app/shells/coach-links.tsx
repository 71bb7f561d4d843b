import { Menu } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { analyticsItems, isCurrent, withoutPlanned } from './bar-items.ts';
import { BarLink } from './bar-link.tsx';
import classes from './shell.module.css';

/** The Analytics menu and Settings, after the plain links of a coach. */
export default function CoachLinks({ session }: { session: CurrentSession }) {
  const { pathname } = useLocation();
  const items = withoutPlanned(analyticsItems(session.user.id, session.plan, new Date()));
  return (
    <>
      {items.length > 0 && (
        <Menu position="bottom-start" width={240} withinPortal={false}>
          <Menu.Target>
            <button
              type="button"
              className={classes.link}
              data-current={items.some((item) => isCurrent(item, pathname)) || undefined}
            >
              Analytics
              <IconChevronDown size={14} stroke={1.75} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {items.map((item) => (
              <Menu.Item
                key={item.to}
                component={Link}
                to={item.to}
                aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                rightSection={item.mark && <span className={classes.mark}>{item.mark}</span>}
              >
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <BarLink item={{ label: 'Settings', to: '/settings' }} />
    </>
  );
}
