import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  /** One line below the title. */
  lead?: ReactNode;
  /** Buttons at the right end. */
  actions?: ReactNode;
  /** For `useHeadingFocus`: the heading can take the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** The first heading of a page with its lead and its actions. */
export function PageHeader({ title, lead, actions, headingRef }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={4} miw={0}>
        <Title order={1} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </Title>
        {lead && <Text c="dimmed">{lead}</Text>}
      </Stack>
      {actions}
    </Group>
  );
}
