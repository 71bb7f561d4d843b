import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './messages-layout.module.css';

type MessagesLayoutProps = {
  /** The list of conversations, for those who have more than one. */
  list?: ReactNode;
  /** Beside the heading of the list. */
  action?: ReactNode;
  /** Between the heading and the list, where it stays while the list scrolls. */
  tools?: ReactNode;
  /** Whether a conversation is open. Phones show it instead of the list. */
  open: boolean;
  children: ReactNode;
};

/** The list and the open conversation side by side; phones show one of them. */
export function MessagesLayout({ list, action, tools, open, children }: MessagesLayoutProps) {
  return (
    <div className={classes.screen} data-open={open || undefined} data-alone={list === undefined || undefined}>
      {list !== undefined && (
        <section className={classes.list} aria-label="Conversations">
          <Group justify="space-between" gap="xs" px={20} pt="md" pb="xs">
            <Title order={open ? 2 : 1} size="h1">
              Messages
            </Title>
            {action}
          </Group>
          <Text c="dimmed" px={20} pb="xs">
            Your conversations, the latest one first.
          </Text>
          {tools}
          <div className={classes.scroll}>{list}</div>
        </section>
      )}
      <div className={classes.open}>{children}</div>
    </div>
  );
}
