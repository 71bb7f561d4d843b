import { Badge, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { NavigationBar } from '@stridewell/contract/identity/identity.rules';
import { IconLogout, IconMoon, IconSettings, IconSun, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PanelProps } from '../../ui/panel-button.ts';
import PanelMenu from '../../ui/panel-menu.tsx';
import { useSignOut } from './sign-out-dialog.tsx';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true };

type ProfileMenuPanelProps = PanelProps & { bar: NavigationBar; session: CurrentSession };

/** The items of the profile menu, and the question before signing out. */
export default function ProfileMenuPanel({ bar, session, ...panel }: ProfileMenuPanelProps) {
  const { fullName, email } = session.user;
  const { leave, dialog } = useSignOut(session);
  return (
    <>
      <PanelMenu {...panel} position="bottom-end" width={260} withinPortal={false}>
        <Menu.Label>
          <Text size="md" fw={600} truncate c="var(--mantine-color-text)">
            {fullName}
          </Text>
          <Text size="sm" truncate>
            {email}
          </Text>
          {bar === 'coach' && (
            <Badge mt={6} hiddenFrom="lg">
              {PLANS[session.plan.plan].label}
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
      </PanelMenu>
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
