import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type PageMessageProps = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode };

/** A whole page with one message. */
export function PageMessage({ icon, title, children, action }: PageMessageProps) {
  return (
    <Stack align="flex-start" gap="md" maw={520} mx="auto" py={80} px="md">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={1}>{title}</Title>
      <Text size="lg" c="dimmed">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
