import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { StoredFile } from '@stridewell/contract/files/files';
import type { ReactNode } from 'react';
import { timeOfDay } from '../../lib/format.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import classes from './message-list.module.css';

export type ShownMessage = {
  id: string;
  /** Null until the server has it. */
  seq: number | null;
  body: string;
  attachments: readonly StoredFile[];
  /** Sent by a rule of the coach. */
  automatic: boolean;
  createdAt: string;
  problem: string | null;
};

type MessageRowProps = {
  message: ShownMessage;
  /** The check-in that it replies to. */
  quote: ReactNode;
  /** Its attachments. */
  files: ReactNode;
  own: boolean;
  name: string;
  zone: string;
  /** Whether it was searched for. */
  found: boolean;
  /** Whether it is the first and the last of several messages in a row by one person. */
  first: boolean;
  last: boolean;
  /** Its delivery; null for messages of the other side, and where a later message shows it. */
  status: string | null;
  onRetry: (() => void) | null;
  onDiscard: () => void;
};

export function MessageRow(props: MessageRowProps) {
  const { message, quote, files, own, name, zone, found, first, last, status, onRetry, onDiscard } = props;
  const { body, automatic, createdAt, problem, seq } = message;
  return (
    <div
      className={classes.row}
      data-own={own || undefined}
      data-first={first || undefined}
      data-pending={seq === null || undefined}
      data-seq={seq ?? undefined}
      data-found={found || undefined}
      aria-current={found || undefined}
      tabIndex={found ? -1 : undefined}
    >
      <VisuallyHidden>{name}: </VisuallyHidden>
      {quote}
      {files}
      {body && (
        <p className={classes.body} data-testid="message">
          <LinkedText text={body} />
        </p>
      )}
      {problem !== null && (
        <Group gap={8} role="alert" justify="flex-end" mt={4}>
          <Text size="sm" c="var(--mantine-color-error)">
            Not sent. {problem}
          </Text>
          {onRetry && (
            <Button size="compact-sm" variant="light" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
            Delete
          </Button>
        </Group>
      )}
      {(last || automatic) && (
        <Text size="xs" c="dimmed" px={4}>
          <time dateTime={createdAt}>{timeOfDay(createdAt, zone)}</time>
          {automatic && ', sent automatically'}
          {status && !(automatic && status === 'sent') && `, ${status}`}
        </Text>
      )}
    </div>
  );
}
