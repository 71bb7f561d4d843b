import { Anchor, Kbd, Text } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { onDayInSentence } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import type { Review } from './checkins.queries.ts';
import { ReplyComposer } from './reply-composer.tsx';
import classes from './review-screen.module.css';

type ReviewReplyProps = {
  coachId: string;
  review: Review;
  quickReplies: readonly string[];
  input: RefObject<HTMLTextAreaElement | null>;
  onEscape: () => void;
  onDone: () => void;
};

/** The reply to a check-in, or where to write it. On a phone it stays at the bottom of the screen. */
export function ReviewReply({ coachId, review, quickReplies, input, onEscape, onDone }: ReviewReplyProps) {
  const timeZone = useTimeZone();
  const { checkIn, clientName, open, today } = review;
  const { reply } = checkIn;
  if (reply) {
    const day = dayInZone(new Date(reply.at), timeZone);
    return (
      <div className={classes.sent}>
        <SectionCard title="Your reply">
          <Text style={{ whiteSpace: 'pre-line' }}>
            <LongText text={reply.body} />
          </Text>
          <Muted mt="xs">
            Sent {onDayInSentence(day, today)}.{' '}
            <Anchor component={Link} to={`/coach/${coachId}/messages/${checkIn.clientId}`} inherit>
              Continue in messages
            </Anchor>
          </Muted>
        </SectionCard>
      </div>
    );
  }
  return (
    <div className={classes.reply}>
      <SectionCard title="Your reply">
        <ReplyComposer
          coachId={coachId}
          checkInId={checkIn.id}
          clientName={clientName}
          open={open}
          reviewed={checkIn.reviewedAt !== null}
          quickReplies={quickReplies}
          input={input}
          onEscape={onEscape}
          onDone={onDone}
        />
        <Text size="xs" c="dimmed" mt="sm" className={classes.keys}>
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> sends and opens the next, <Kbd size="xs">Esc</Kbd> leaves
          the field. Then <Kbd size="xs">J</Kbd> and <Kbd size="xs">K</Kbd> open the next and the previous, and{' '}
          <Kbd size="xs">R</Kbd> writes.
        </Text>
      </SectionCard>
    </div>
  );
}
