import { Text } from '@mantine/core';
import type { CheckInQuote } from '@stridewell/contract/messages/messages';
import type { Side } from '@stridewell/contract/people.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconClipboardCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayInSentence, weightLabel } from '../../lib/format.ts';
import { planFollowedText } from '../../shared/figure-text.ts';
import classes from './message-list.module.css';

type MessageQuoteProps = { quote: CheckInQuote; coachId: string; side: Side; today: string; units: UnitSystem };

/** The check-in that a message replies to, with the way to it. */
export function MessageQuote({ quote, coachId, side, today, units }: MessageQuoteProps) {
  const { checkInId, day } = quote;
  const target =
    side === 'coach'
      ? { to: `/coach/${coachId}/check-ins/${checkInId}` }
      : { to: '/client/check-in', hash: `check-in-${checkInId}` };
  const line = lineOf(quote, units);
  return (
    <Link {...target} className={classes.quote}>
      <IconClipboardCheck size={18} stroke={1.75} aria-hidden />
      <span>
        <Text span size="sm" fw={600} display="block">
          Check-in from {dayInSentence(day, today)}
        </Text>
        {line && (
          <Text span size="sm" c="dimmed" lineClamp={2}>
            {line}
          </Text>
        )}
      </span>
    </Link>
  );
}

function lineOf({ text, weightKg, adherence }: CheckInQuote, units: UnitSystem): string {
  if (text) return `“${text}”`;
  const facts = [weightKg !== null && weightLabel(weightKg, units), adherence !== null && planFollowedText(adherence)];
  return facts.filter(Boolean).join(', ');
}
