import { Anchor, Text } from '@mantine/core';
import { isAlarming } from '@stridewell/contract/words.rules';

/** Help lines of most countries, by ThroughLine. */
const HELP_LINES = 'https://findahelpline.com';

/** Help, shown below a text that mentions purging or self-harm. */
export function HelpLine({ text, className }: { text: string; className?: string | undefined }) {
  if (!isAlarming(text)) return null;
  return (
    <Text role="status" className={className} px="md" py="sm" bdrs="md" bg="var(--pine-wash)">
      That sounds hard, and you do not have to carry it alone. Please talk to a doctor or a person you trust today. If
      you are in danger, call your local emergency number. Free help lines in your country are at{' '}
      <Anchor href={HELP_LINES} target="_blank" rel="noreferrer" underline="always">
        findahelpline.com
      </Anchor>
      .
    </Text>
  );
}
