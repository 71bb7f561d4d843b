import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';

export const Route = createFileRoute('/landing')({ component: LandingPage });

function LandingPage() {
  return (
    <Stack gap="lg" maw={720} py={{ base: 40, sm: 96 }}>
      <Title order={1} fz={{ base: 40, sm: 56 }} lh={1.05}>
        Transform Your Coaching Business
      </Title>
      <Text size="xl" c="dimmed" maw={560}>
        Clients, sessions, check-ins and money in one calm place, and an early word when somebody is about to drift
        away.
      </Text>
      <Group gap="sm">
        <Button component={Link} to="/schedule-demo" size="lg" color="ember.5" c="#10201B">
          Schedule a Demo
        </Button>
        <Button component={Link} to="/contact" size="lg" variant="default">
          Contact Us
        </Button>
      </Group>
    </Stack>
  );
}
