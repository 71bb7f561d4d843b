import {
  ActionIcon,
  Avatar,
  Badge,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { initialsOf, type NavigationBar } from '@stridewell/contract/identity/identity.rules';
import { IconChevronDown, IconLogout, IconMoon, IconSettings, IconSun, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './shell.module.css';
import { useSignOut } from './sign-out-dialog.tsx';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** The signed-in person, the colour scheme and signing out. Coaches also find profile and settings here. */
export function ProfileMenu({ bar, session }: { bar: NavigationBar; session: CurrentSession }) {
  const { fullName, email } = session.user;
  const plan = PLANS[session.plan.plan].label;
  const { leave, dialog } = useSignOut(session);
  return (
    <>
      <Menu position="bottom-end" width={260} withinPortal={false}>
        <Menu.Target>
          {bar === 'coach' ? (
            <UnstyledButton className={classes.person}>
              <Avatar size={34}>{initialsOf(fullName)}</Avatar>
              <Badge visibleFrom="lg" className={classes.plan}>
                {plan}
              </Badge>
              <VisuallyHidden>Your menu</VisuallyHidden>
            </UnstyledButton>
          ) : (
            <ActionIcon variant="subtle" color="gray" size={34} aria-label="Your menu">
              <IconChevronDown size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="md" fw={600} truncate c="var(--mantine-color-text)">
              {fullName}
            </Text>
            <Text size="sm" truncate>
              {email}
            </Text>
            {bar === 'coach' && (
              <Badge mt={6} hiddenFrom="lg">
                {plan}
              </Badge>
            )}
          </Menu.Label>
          <Menu.Divider />
          {bar === 'coach' && (
            <>
              <Menu.Item component={Link} to="/coach-profile" leftSection={<IconUser {...ICON} />}>
                Profile
              </Menu.Item>
              <Menu.Item component={Link} to="/settings" leftSection={<IconSettings {...ICON} />}>
                Profile Settings
              </Menu.Item>
            </>
          )}
          <ColorSchemeItem />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={leave}>
            Sign Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

function ColorSchemeItem() {
  const { setColorScheme } = useMantineColorScheme();
  // The visible scheme: the stored one may be 'auto'.
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={dark ? <IconSun {...ICON} /> : <IconMoon {...ICON} />}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? 'Light mode' : 'Dark mode'}
    </Menu.Item>
  );
}
