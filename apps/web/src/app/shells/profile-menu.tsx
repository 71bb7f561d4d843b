import { ActionIcon, Avatar, Badge, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { initialsOf, type NavigationBar } from '@stridewell/contract/identity/identity.rules';
import { IconChevronDown } from '@tabler/icons-react';
import { late } from '../../ui/late.tsx';
import { usePanelButton } from '../../ui/panel-button.ts';
import classes from './shell.module.css';

const ProfileMenuPanel = late(async () => (await import('./profile-menu-panel.tsx')).default);

/** The signed-in person, the colour scheme and signing out. Coaches also find profile and settings here. */
export function ProfileMenu({ bar, session }: { bar: NavigationBar; session: CurrentSession }) {
  const plan = PLANS[session.plan.plan].label;
  const { buttonProps, panel } = usePanelButton(ProfileMenuPanel.prepare, 'menu');
  return (
    <>
      {bar === 'coach' ? (
        <UnstyledButton className={classes.person} {...buttonProps}>
          <Avatar size={34}>{initialsOf(session.user.fullName)}</Avatar>
          <Badge visibleFrom="lg" className={classes.plan}>
            {plan}
          </Badge>
          <VisuallyHidden>Your menu</VisuallyHidden>
        </UnstyledButton>
      ) : (
        <ActionIcon variant="subtle" color="gray" size={34} aria-label="Your menu" {...buttonProps}>
          <IconChevronDown size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {panel && <ProfileMenuPanel {...panel} bar={bar} session={session} />}
    </>
  );
}
