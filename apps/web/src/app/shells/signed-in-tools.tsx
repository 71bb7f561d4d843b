import { ActionIcon, Avatar, Badge, Button, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { featureAccess, PLANS } from '@stridewell/contract/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity';
import { type Bar, initialsOf } from '@stridewell/contract/identity.rules';
import { IconChevronDown, IconMoon, IconSettings, IconSun } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { sessionStore } from '../session.ts';
import { targetOf } from './notification-target.ts';

type ToolsProps = { bar: Bar; session: CurrentSession };

/** The right end of the bar for somebody who is signed in. */
export default function SignedInTools({ bar, session }: ToolsProps) {
  const navigate = useNavigate();
  return (
    <Group gap={4} wrap="nowrap">
      {bar === 'coach' && <CoachLinks session={session} />}
      <NotificationBell onOpen={(notification) => void navigate({ to: targetOf(notification, session) })} />
      {bar === 'operator' && (
        <Avatar component={Link} to="/operator/profile" color="pine" size={34} aria-label="Your profile">
          OP
        </Avatar>
      )}
      {bar === 'client' && (
        <Avatar component={Link} to="/client/profile" color="pine" size={34} aria-label="Your profile">
          {initialsOf(session.user.fullName)}
        </Avatar>
      )}
      <ProfileMenu bar={bar} session={session} />
    </Group>
  );
}

function CoachLinks({ session }: { session: CurrentSession }) {
  const { restrictAdvancedAI, restrictRetentionTracking } = featureAccess(session.plan, new Date());
  const coachId = session.user.id;
  return (
    <Group gap={4} wrap="nowrap" visibleFrom="md">
      <Menu position="bottom-start" width={230}>
        <Menu.Target>
          <Button variant="subtle" color="gray" size="compact-md" rightSection={<IconChevronDown size={14} />}>
            Analytics
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/coach/${coachId}/business-metrics`}
            rightSection={restrictAdvancedAI && <Badge size="sm">Plus+</Badge>}
          >
            Business Metrics
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/coach/${coachId}/performance-metrics`}
            rightSection={<Badge size="sm">Plus+</Badge>}
          >
            Performance Metrics
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/engagement-dashboard"
            rightSection={restrictRetentionTracking && <Badge size="sm">Pro</Badge>}
          >
            Engagement
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon component={Link} to="/settings" variant="subtle" color="gray" size="lg" aria-label="Settings">
        <IconSettings size={20} stroke={1.75} />
      </ActionIcon>
    </Group>
  );
}

function ProfileMenu({ bar, session }: ToolsProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = colorScheme === 'dark';
  const { fullName, email } = session.user;
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        {bar === 'coach' ? (
          <UnstyledButton aria-label="Your menu">
            <Group gap={6} wrap="nowrap">
              <Avatar color="pine" size={34}>
                {initialsOf(fullName)}
              </Avatar>
              <Badge visibleFrom="lg">{PLANS[session.plan.plan].label}</Badge>
            </Group>
          </UnstyledButton>
        ) : (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your menu">
            <IconChevronDown size={18} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate c="var(--mantine-color-text)">
            {fullName}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
        </Menu.Label>
        {bar === 'coach' && (
          <>
            <Menu.Item component={Link} to="/coach-profile">
              Profile
            </Menu.Item>
            <Menu.Item component={Link} to="/settings">
              Profile Settings
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? 'Light colours' : 'Dark colours'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void sessionStore.signOut()}>Sign Out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
