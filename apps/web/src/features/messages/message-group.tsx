import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { timeOfDay } from '../../lib/formatters.ts';
import classes from './message-list.module.css';

type ShownMessage = {
  id: string;
  /** Null until the server has it. */
  seq: number | null;
  body: string;
  createdAt: string;
  problem: string | null;
};

type MessageGroupProps = {
  messages: readonly ShownMessage[];
  own: boolean;
  name: string;
  zone: string;
  /** The last message of one's own that has arrived, and whether the other side has seen it. */
  receipt: { id: string; read: boolean } | undefined;
  /** What is on its way has been tried in vain. */
  waiting: boolean;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
};

/** What one person wrote in one go. */
export function MessageGroup({ messages, own, name, zone, receipt, waiting, onRetry, onDiscard }: MessageGroupProps) {
  const [first] = messages;
  return (
    <div className={classes.group} data-own={own || undefined}>
      {messages.map((message) => (
        <div key={message.id} className={classes.message} data-pending={message.seq === null || undefined}>
          <VisuallyHidden>{name}: </VisuallyHidden>
          <p className={classes.body} data-testid="message">
            {message.body}
          </p>
          {message.problem !== null && (
            <Group gap={8} role="alert" className={classes.problem}>
              <Text size="sm" c="var(--mantine-color-error)">
                Not sent. {message.problem}
              </Text>
              <Button size="compact-sm" variant="light" onClick={() => onRetry(message.id)}>
                Try again
              </Button>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDiscard(message.id)}>
                Delete
              </Button>
            </Group>
          )}
        </div>
      ))}
      <Text size="xs" c="dimmed" className={classes.meta}>
        {first && <time dateTime={first.createdAt}>{timeOfDay(first.createdAt, zone)}</time>}
        {own && stateOf(messages, receipt, waiting)}
      </Text>
    </div>
  );
}

/** What became of the last message, in a word; nothing where a later one says it. */
function stateOf(messages: readonly ShownMessage[], receipt: MessageGroupProps['receipt'], waiting: boolean): string {
  const last = messages.at(-1);
  if (last?.problem) return '';
  if (last?.seq === null) return waiting ? ', not sent yet' : ', sending';
  return messages.some(({ id }) => id === receipt?.id) ? (receipt?.read ? ', read' : ', sent') : '';
}
