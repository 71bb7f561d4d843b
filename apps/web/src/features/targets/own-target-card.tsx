import { Box, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { dayInZone } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { kcalText, onDayInSentence } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { FoldButton } from './fold-button.tsx';
import { ownTargetQuery } from './targets.queries.ts';
import { numberRows } from './targets.wording.ts';

/** The client's target on a day, with the reason for each number, which a phone folds. Nothing without a target. */
export function OwnTargetCard({ day }: { day: string | undefined }) {
  const { data } = useQuery(ownTargetQuery(day));
  const timeZone = useTimeZone();
  const isPhone = usePhone();
  const [isOpen, { toggle }] = useDisclosure(false);
  const target = data?.target;
  if (!target?.numbers) return null;
  const { numbers } = target;
  const { average = numbers } = numbers;
  const today = dayInZone(new Date(serverNow()), timeZone);
  return (
    <SectionCard title="Your target and its reasons">
      <Stack gap="sm">
        <Text>
          {target.isTraining === null
            ? `${kcalText(numbers.kcal)} a day.`
            : `${kcalText(numbers.kcal)} on this ${target.isTraining ? 'training' : 'rest'} day, ${kcalText(average.kcal)} a day on average.`}{' '}
          This target started {onDayInSentence(target.startsOn, today)}.
        </Text>
        {numbers.gap && <Notice>{numbers.gap}</Notice>}
        {isPhone && (
          <FoldButton isOpen={isOpen} onToggle={toggle}>
            {isOpen ? 'Hide reasons' : 'Show reasons'}
          </FoldButton>
        )}
        {(isOpen || !isPhone) && (
          <ul className={rows.divided}>
            {numberRows({ ...numbers, ...average }).map(({ label, amount, why }) => (
              <Box key={label} component="li" py="xs">
                <Text size="sm" fw={600}>
                  {label}: {amount}
                </Text>
                <Muted size="sm">{why}</Muted>
              </Box>
            ))}
          </ul>
        )}
      </Stack>
    </SectionCard>
  );
}
