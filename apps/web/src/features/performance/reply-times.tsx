import { Divider, SimpleGrid, Stack, Text } from '@mantine/core';
import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import type { PerformanceWeeks } from '@stridewell/contract/performance/performance.rules';
import { numberText } from '../../lib/format.ts';
import { durationText, percentText } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { changeText, PERIOD_WORDS } from './performance.wording.ts';

type Replies = PerformanceReport['messages'];

/** How long clients waited for the coach. */
export function ReplyTimes({ report: { messages, reviews, weeks } }: { report: PerformanceReport }) {
  return (
    <SectionCard title="Reply time">
      <Stack gap="md">
        <ReplyFigures replies={messages} weeks={weeks} title="Messages" nothing="No messages to answer" />
        <Divider />
        <ReplyFigures replies={reviews} weeks={weeks} title="Check-ins" nothing="No check-ins to review" />
        <Muted>Messages in a row count once, from the first one. Group messages don't count as replies.</Muted>
      </Stack>
    </SectionCard>
  );
}

type ReplyFiguresProps = { replies: Replies; weeks: PerformanceWeeks; title: string; nothing: string };

function ReplyFigures({ replies: { now, before }, weeks, title, nothing }: ReplyFiguresProps) {
  const { last, before: earlier } = PERIOD_WORDS[weeks];
  const change = changeText({ now: now.promptPercent, before: before.promptPercent }, `vs. ${earlier}`);
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <Text fw={600}>{title}</Text>
      {now.promptPercent === null ? (
        <Muted>
          {nothing} in {last}
        </Muted>
      ) : (
        <SimpleGrid cols={2} spacing="md">
          <StatTile
            label="Median"
            value={now.medianSeconds === null ? '–' : durationText(now.medianSeconds)}
            note={
              before.medianSeconds === null
                ? `${now.answered} answered`
                : `${durationText(before.medianSeconds)} in ${earlier}`
            }
          />
          <StatTile
            label="Within a day"
            value={percentText(now.promptPercent)}
            note={change ? `${change.charAt(0).toUpperCase()}${change.slice(1)}` : `In ${last}`}
          />
        </SimpleGrid>
      )}
      {now.waiting > 0 && <Muted>{numberText(now.waiting)} waiting for more than a day</Muted>}
    </Stack>
  );
}
