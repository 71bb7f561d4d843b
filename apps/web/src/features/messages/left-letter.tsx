import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { LongText } from '../../components/long-text.tsx';
import { endedText, UnsentCard } from '../../components/unsent-card.tsx';
import { UnsentFiles } from '../../components/unsent-files.tsx';
import { browserTimeZone, timeOfDay } from '../../lib/format.ts';
import type { OutboxItem } from '../../lib/outbox.ts';
import { serverNow } from '../../lib/server-clock.ts';
import classes from './message-list.module.css';
import { discardLetter, retryLetter } from './messages.left.ts';
import type { Letter } from './messages.outbox.ts';

type LeftLetterCardProps = {
  userId: string;
  left: OutboxItem<Letter>;
  /** Whether the coaching goes on, and takes nothing for the moment. */
  onHold: boolean;
};

/** A message that cannot be sent, with everything that hangs on it. */
export function LeftLetterCard({ userId, left: { id, content, problem }, onHold }: LeftLetterCardProps) {
  const { coachId, body, attachments, createdAt, to } = content;
  const zone = browserTimeZone();
  const day = relativeDayLabel(dayInZone(new Date(createdAt), zone), dayInZone(new Date(serverNow()), zone));
  return (
    <UnsentCard
      title="Message"
      when={`${day}, ${timeOfDay(createdAt, zone)}`}
      reason={(onHold && problem?.message) || endedText(to ?? null, 'message')}
      copied={body}
      onRetry={onHold ? () => retryLetter(userId, { id, attachments }) : null}
      onDiscard={() => discardLetter(userId, { id, attachments })}
    >
      {body && (
        <div className={classes.unsent}>
          <LongText text={body} />
        </div>
      )}
      <UnsentFiles
        coachId={coachId}
        files={attachments.map(({ id: fileId, kind, name }) => ({ id: fileId, kind, label: name, fileName: name }))}
      />
    </UnsentCard>
  );
}
