import { Stack, Text } from '@mantine/core';
import type { FoodComment, FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { entryName } from './foodlogs.wording.ts';

/** The subject of a comment: a meal, or an entry that is still there; null for the whole day. */
export function placeOf({ entries }: FoodDay, { meal, entryId }: FoodComment): string | null {
  if (meal !== null) return meal;
  const entry = entries.find(({ id, deleted }) => id === entryId && !deleted);
  return entry ? `${entry.meal}, ${entryName(entry)}` : null;
}

/** The coach's comments on a day. */
export function FoodComments({ log, comments }: { log: FoodDay; comments: readonly FoodComment[] }) {
  const timeZone = useTimeZone();
  if (comments.length === 0) return null;
  return (
    <SectionCard title="Comments of your coach">
      <Stack gap="sm">
        {comments.map((comment) => (
          <div key={comment.id}>
            <Muted>{[placeOf(log, comment), timeAgo(comment.at, timeZone)].filter(Boolean).join(', ')}</Muted>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{comment.text}</Text>
          </div>
        ))}
      </Stack>
    </SectionCard>
  );
}
