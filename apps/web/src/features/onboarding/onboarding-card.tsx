import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { onboardingQuery, type Relationship } from './onboarding.queries.ts';

/** Reminds the client of open or unconfirmed answers. */
export function OnboardingCard({ relationship }: { relationship: Relationship }) {
  const { data } = useQuery(onboardingQuery(relationship));
  if (!data) return null;
  const { completed, consent, health, coachName } = data;
  const open = [consent, health].some((one) => one !== null && one.confirmedAt === null);
  if (completed && !open) return null;
  return (
    <Card component="section" aria-label="Your onboarding">
      <Group justify="space-between" gap="md">
        <Stack gap={2}>
          <Title order={2} size="h3">
            {completed ? 'Please confirm your answers' : 'Tell your coach about you'}
          </Title>
          <Text c="dimmed">
            {completed
              ? `${coachName} filled in a few answers with you.`
              : `A few answers help ${coachName} plan your training.`}
          </Text>
        </Stack>
        <Button component={Link} to="/client-onboarding" variant="light">
          {completed ? 'Check your answers' : 'Continue'}
        </Button>
      </Group>
    </Card>
  );
}
