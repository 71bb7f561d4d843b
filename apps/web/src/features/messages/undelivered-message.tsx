import { Text } from '@mantine/core';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { OutboxItem } from '../../device/outbox.ts';
import { timeOfDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { endedText, UnsentCard } from '../../shared/unsent-card.tsx';
import { UnsentFiles } from '../../shared/unsent-files.tsx';
import { LongText } from '../../ui/long-text.tsx';
import type { PendingMessage } from './messages.outbox.ts';
import { discardMessage, retryMessage } from './messages.undelivered.ts';

type UndeliveredMessageCardProps = {
  userId: string;
  item: OutboxItem<PendingMessage>;
  /** Whether the coaching continues and takes no messages for now. */
  onHold: boolean;
};

/** A message that cannot be delivered, with its files. */
export function UndeliveredMessageCard({
  userId,
  item: { id, content, problem },
  onHold,
}: UndeliveredMessageCardProps) {
  const { coachId, body, attachments, createdAt, to } = content;
  const zone = useTimeZone();
  const day = relativeDayLabel(dayInZone(new Date(createdAt), zone), dayInZone(new Date(serverNow()), zone));
  return (
    <UnsentCard
      title="Message"
      when={`${day}, ${timeOfDay(createdAt, zone)}`}
      reason={(onHold && problem?.message) || endedText(to ?? null, 'message')}
      copied={body}
      onRetry={onHold ? () => retryMessage(userId, { id, attachments }) : null}
      onDiscard={() => discardMessage(userId, { id, attachments })}
    >
      {body && (
        <Text component="div" style={{ whiteSpace: 'pre-line' }}>
          <LongText text={body} />
        </Text>
      )}
      <UnsentFiles
        coachId={coachId}
        files={attachments.map(({ id: fileId, kind, name }) => ({ id: fileId, kind, label: name, fileName: name }))}
      />
    </UnsentCard>
  );
}
