import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The operator's view instead of a coach's dashboard. */
export function OperatorWelcome() {
  return (
    <Stack maw={680} py="xl">
      <Title order={1}>Welcome, operator</Title>
      <Text size="lg" c="dimmed">
        Approve coaches, answer contacts and keep an eye on the platform.
      </Text>
      <Group gap="sm">
        <Button component={Link} to="/operator">
          Operator dashboard
        </Button>
        <Button component={Link} to="/operator/coach-approval" variant="default">
          Coach approval
        </Button>
        <Button component={Link} to="/operator/profile" variant="default">
          Your profile
        </Button>
      </Group>
    </Stack>
  );
}
