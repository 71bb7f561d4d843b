import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Muted } from '../ui/muted.tsx';

type UnsentCardProps = {
  title: string;
  /** When it was written, as text. */
  when: string | null;
  reason: string;
  /** The text to copy; empty for none. */
  copied: string;
  /** Null when a retry cannot succeed. */
  onRetry: (() => void) | null;
  onDiscard: () => void;
  children: ReactNode;
};

/** Why an entry for `name` cannot be sent; null when this device does not know the name. */
export const endedText = (name: string | null, what: 'check-in' | 'message' | 'habit tick'): string =>
  name === null
    ? `The coaching for this ${what} has ended, so it cannot be sent.`
    : `Your coaching with ${name} has ended, so this ${what} cannot be sent.`;

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** An entry that cannot be sent, with the reason and the actions. */
export function UnsentCard(props: UnsentCardProps) {
  const { title, when, reason, copied, onRetry, onDiscard, children } = props;
  const [asking, dialog] = useDisclosure(false);
  const copy = () => copyText(copied, 'Copied', 'Select the text instead.');
  return (
    <Card component="section" aria-label={when ? `${title}, ${when}` : title} padding="lg">
      <Stack gap="md">
        <Stack gap={4}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Title order={2} size="h3">
              {title}
            </Title>
            {when && <Muted>{when}</Muted>}
          </Group>
          <Text>{reason}</Text>
        </Stack>
        {children}
        <Group gap="xs">
          {onRetry && (
            <Button mih={44} onClick={onRetry}>
              Try again
            </Button>
          )}
          {copied && (
            <Button variant={onRetry ? 'light' : 'filled'} mih={44} leftSection={<IconCopy {...ICON} />} onClick={copy}>
              Copy text
            </Button>
          )}
          <Button variant="subtle" color="gray" mih={44} leftSection={<IconTrash {...ICON} />} onClick={dialog.open}>
            Discard
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking}
        title={`Discard this ${title.toLowerCase()}?`}
        cancelLabel="Keep it"
        confirmLabel="Discard"
        onConfirm={() => {
          dialog.close();
          onDiscard();
        }}
        onClose={dialog.close}
      >
        {`Only you have it. A discarded ${title.toLowerCase()} cannot be restored.`}
      </ConfirmDialog>
    </Card>
  );
}
