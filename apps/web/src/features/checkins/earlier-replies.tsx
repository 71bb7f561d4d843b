import { Anchor, Box, Text } from '@mantine/core';
import type { AnsweredCheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import { LongText } from '../../ui/long-text.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';

/** Enough to remember what was agreed. */
const SHOWN = 3;

type EarlierRepliesProps = { coachId: string; earlier: readonly AnsweredCheckIn[]; today: string };

/** Replies of the coach to earlier check-ins; renders nothing without a reply. */
export function EarlierReplies({ coachId, earlier, today }: EarlierRepliesProps) {
  const replied = earlier.flatMap(({ id, day, reply }) => (reply ? [{ id, day, body: reply.body }] : []));
  if (replied.length === 0) return null;
  return (
    <SectionCard title="Your earlier replies">
      <ol className={rows.divided}>
        {replied.slice(0, SHOWN).map(({ id, day, body }) => (
          <Box key={id} component="li" py="xs">
            <Anchor component={Link} to={`/coach/${coachId}/check-ins/${id}`} c="dimmed" size="sm">
              {relativeDayLabel(day, today)}
            </Anchor>
            <Text style={{ whiteSpace: 'pre-line' }}>
              <LongText text={body} />
            </Text>
          </Box>
        ))}
      </ol>
    </SectionCard>
  );
}
