import { Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toast } from '../lib/toasts.ts';

type UnsentCardProps = {
  title: string;
  /** When it was written, as people say it. */
  when: string | null;
  reason: string;
  /** All of its words; empty for none. */
  copied: string;
  /** Null where trying again would change nothing. */
  onRetry: (() => void) | null;
  discarding?: boolean;
  onDiscard: () => void;
  children: ReactNode;
};

/** Why something cannot be sent that was meant for `name`; null where this device was never told who that is. */
export const endedText = (name: string | null, what: 'check-in' | 'message'): string =>
  name === null
    ? `The coaching that this ${what} was written in has ended, so it cannot be sent.`
    : `Your coaching with ${name} has ended, so this ${what} cannot be sent.`;

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** Something that somebody wrote and that cannot be sent: what it says, why, and what they can do with it. */
export function UnsentCard(props: UnsentCardProps) {
  const { title, when, reason, copied, onRetry, discarding = false, onDiscard, children } = props;
  const [asking, dialog] = useDisclosure(false);
  const copy = () =>
    void navigator.clipboard.writeText(copied).then(
      () => toast.success('Copied'),
      () => toast.error('Copying is not allowed here', 'Select the text instead.'),
    );
  return (
    <Card component="section" aria-label={when ? `${title}, ${when}` : title} padding="lg">
      <Stack gap="md">
        <Stack gap={4}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Title order={2} size="h3">
              {title}
            </Title>
            {when && (
              <Text size="sm" c="dimmed">
                {when}
              </Text>
            )}
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
      <Modal opened={asking} onClose={dialog.close} title={`Discard this ${title.toLowerCase()}?`}>
        <Stack gap="md">
          <Text>Nobody else has it. Once it is discarded, it is gone for good.</Text>
          <Button size="md" data-autofocus onClick={dialog.close}>
            Keep it
          </Button>
          <Button
            size="md"
            variant="light"
            color="red"
            loading={discarding}
            onClick={() => {
              dialog.close();
              onDiscard();
            }}
          >
            Discard
          </Button>
        </Stack>
      </Modal>
    </Card>
  );
}
