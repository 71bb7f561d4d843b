import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** The content to expect, or how to find more. */
  children?: ReactNode;
  /** The one action that adds content. */
  action?: ReactNode;
  /** Announced when it replaces results, like those of a search. */
  role?: 'status';
};

/** The text for a list or page without content. */
export function EmptyState({ title, children, action, role }: EmptyStateProps) {
  return (
    <Card padding="xl" {...(role && { role })}>
      <Stack align="flex-start" gap="sm" maw={480}>
        <Title order={2}>{title}</Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Card>
  );
}
