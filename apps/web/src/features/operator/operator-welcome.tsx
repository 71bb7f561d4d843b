import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';

const LINKS = [
  { label: 'Operator dashboard', to: '/operator-dashboard' },
  { label: 'Coach approval', to: '/operator/coach-approval' },
  { label: 'Your profile', to: '/operator/profile' },
];

/** The operator's view instead of a coach's dashboard. */
export function OperatorWelcome() {
  const { pathname } = useLocation();
  const links = LINKS.filter(({ to }) => to !== pathname);
  return (
    <Stack maw={680} py="xl">
      <Title order={1}>Welcome, operator</Title>
      <Text size="lg" c="dimmed">
        Operators do not have clients. Continue on one of your pages.
      </Text>
      <Group gap="sm">
        {links.map(({ label, to }, index) => (
          <Button key={to} component={Link} to={to} variant={index === 0 ? 'filled' : 'default'}>
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
