import { List, Text } from '@mantine/core';
import { OBSERVATION_WORDS, SOURCE_LABELS } from '@stridewell/contract/onboarding/onboarding.letters.rules';
import type { OwnReferral } from '@stridewell/contract/targets/targets.referrals';
import { dayText } from '../../lib/format.ts';

/** The observations of a letter, each with its day and source. */
export function LetterText({ observations }: Pick<OwnReferral, 'observations'>) {
  return (
    <List spacing="sm">
      {observations.map(({ code, day, source, figures }) => (
        <List.Item key={code}>
          {OBSERVATION_WORDS[code].sentence} {figures}
          <Text size="sm" c="dimmed">
            {dayText(day, { day: 'numeric', month: 'long', year: 'numeric' })}, {SOURCE_LABELS[source]}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
