import { VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import classes from './figure-change.module.css';

type FigureChangeProps = {
  /** The difference with its sign. */
  text: string;
  rising: boolean;
  /** Null for a change that is small, or neither good nor bad. */
  meaning: 'good' | 'bad' | null;
};

const WORDS = { good: 'in the right direction', bad: 'in the wrong direction' } as const;

/** A difference to the value before, with an arrow and a sign. The colour says whether it helps the goal. */
export function FigureChange({ text, rising, meaning }: FigureChangeProps) {
  const Arrow = rising ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={classes.change} data-meaning={meaning ?? undefined}>
      <Arrow size={16} stroke={1.75} aria-hidden />
      {text}
      {meaning && <VisuallyHidden>, {WORDS[meaning]}</VisuallyHidden>}
    </span>
  );
}
