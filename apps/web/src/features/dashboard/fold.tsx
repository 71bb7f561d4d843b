import { Box, Card, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './fold.module.css';

type FoldHeadProps = {
  title: string;
  order: 2 | 3;
  /** Summary of the folded part, like a count. */
  summary: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
};

/** A heading that opens and folds what follows it. */
export function FoldHead({ title, order, summary, isOpen, onToggle }: FoldHeadProps) {
  return (
    <div className={classes.head} data-open={isOpen || undefined}>
      <Title order={order} size={order === 2 ? 'h3' : 'h6'} flex={1} miw={0}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          {title}
        </UnstyledButton>
      </Title>
      <Muted ta="end">{summary}</Muted>
      <IconChevronDown size={18} stroke={1.75} className={classes.arrow} aria-hidden />
    </div>
  );
}

type FoldCardProps = {
  title: string;
  /** Shown instead of the content on a phone. Without it the card is always open. */
  summary: string | undefined;
  aside?: ReactNode;
  children: ReactNode;
};

/** A card of the dashboard. On a phone it is one line until it is tapped. */
export function FoldCard({ title, summary, aside, children }: FoldCardProps) {
  const isPhone = usePhone();
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!isPhone || summary === undefined) {
    return (
      <SectionCard title={title} aside={aside}>
        {children}
      </SectionCard>
    );
  }
  return (
    <Card component="section" aria-label={title} className={classes.card}>
      <FoldHead title={title} summary={summary} isOpen={isOpen} order={2} onToggle={toggle} />
      {isOpen && (
        <Box py="sm">
          {aside && <Box mb="sm">{aside}</Box>}
          {children}
        </Box>
      )}
    </Card>
  );
}
