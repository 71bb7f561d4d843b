import { Anchor, Button, Group, Text } from '@mantine/core';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { Link } from '@tanstack/react-router';
import { WeightCard } from '../features/checkins/weight-card.tsx';
import { NoCoach } from '../features/coaches/no-coach.tsx';
import { OwnCoach } from '../features/dashboard/own-coach.tsx';
import { WeightGoal } from '../features/dashboard/weight-goal.tsx';
import { OnboardingCard } from '../features/onboarding/onboarding-card.tsx';
import { weightLabel } from '../lib/format.ts';
import { weightChangeText } from '../shared/figure-text.ts';
import { InstallCard } from '../shared/install-card.tsx';
import { Muted } from '../ui/muted.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { StatTile } from '../ui/stat-tile.tsx';
import { ClientInvitations, useOpenInvitation } from './client-invitations.tsx';

type BelowProps = { session: CurrentSession; dashboard: ClientDashboard; former: boolean };

/** The client's dashboard below the tasks of today and the week. */
export function ClientDashboardBelow({ session: { user, client }, dashboard, former }: BelowProps) {
  const openInvitation = useOpenInvitation();
  const { weights, weight, today, readOnly, streak, goal, coach } = dashboard;
  const units = user.unitSystem;
  return (
    <>
      {client && !former && <OnboardingCard relationship={client} />}
      <ClientInvitations emailVerified={user.emailVerified} coachName={former ? null : coach.fullName} />
      <SectionCard
        title="Progress"
        aside={
          <Button component={Link} to="/client/progress" variant="subtle" mih={44} mr={-12}>
            See all progress
          </Button>
        }
      >
        <Group gap={40}>
          <StatTile
            label="Check-in streak"
            value={String(streak)}
            note={streak === 0 && !former ? 'Starts with your next check-in' : 'In a row'}
          />
          {weight && (
            <StatTile
              label={FIGURES.weight}
              value={weightLabel(weight.weightKg, units)}
              note={weightChangeText(weight, units) ?? undefined}
            />
          )}
        </Group>
        <WeightGoal dashboard={dashboard} units={units} />
        {goal && (
          <Text mt="md">
            <Text span c="dimmed">
              Your goal:{' '}
            </Text>
            {goal}
          </Text>
        )}
        {!former && !readOnly && (
          <Button
            variant="light"
            mih={44}
            mt="md"
            renderRoot={(props) => <Link to="/client/progress" search={{ log: 'weight' }} {...props} />}
          >
            Log weight
          </Button>
        )}
      </SectionCard>
      <WeightCard points={weights} today={today} units={units} />
      <OwnCoach dashboard={dashboard} former={former} />
      {client && !former && (
        <Muted>
          Unless you object, {coach.fullName} sees an estimate of how engaged you are.{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link {...props} to="/client/profile" search={{ section: 'engagement' }} />}
          >
            What it counts, and how to object
          </Anchor>
        </Muted>
      )}
      {former && <NoCoach title="Train with a coach again" onInvitation={openInvitation} />}
      <InstallCard />
    </>
  );
}
