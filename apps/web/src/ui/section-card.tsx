import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type SectionCardProps = { title: string; aside?: ReactNode; children: ReactNode };

/** One subject on a work screen. Cards never stand inside each other. */
export function SectionCard({ title, aside, children }: SectionCardProps) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" mb="md" wrap="nowrap">
        <Title order={2} size="h3">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
