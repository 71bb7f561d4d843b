import { Anchor, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Explains that the plan does not cover some clients, with a link to the plans. */
export function ReadOnlyNotice({ children }: { children: ReactNode }) {
  return (
    <Group
      component="section"
      aria-label="Read-only clients"
      gap={10}
      wrap="nowrap"
      align="flex-start"
      px="md"
      py="sm"
      bdrs="lg"
      bg="var(--fill-mid)"
    >
      <IconLock size={18} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Text>
        {children}{' '}
        <Anchor component={Link} to="/pricing" fw={600} underline="always">
          Compare plans
        </Anchor>
      </Text>
    </Group>
  );
}

type ReadOnlyCountProps = { readOnly: number; cap: number; children?: ReactNode };

/** The notice above a list or a dashboard. Renders nothing when the plan covers every client. */
export function ReadOnlyCount({ readOnly, cap, children }: ReadOnlyCountProps) {
  if (readOnly === 0) return null;
  return (
    <ReadOnlyNotice>
      {readOnly === 1 ? '1 client is' : `${readOnly} clients are`} read-only: your plan covers {cap}.
      {children && <> {children}</>}
    </ReadOnlyNotice>
  );
}
