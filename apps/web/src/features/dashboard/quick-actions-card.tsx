import { Card, Title } from '@mantine/core';
import { IconBarbell, IconClipboardPlus, IconSend, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { addingClient } from '../../shared/add-client.ts';
import classes from './quick-actions-card.module.css';

/** A phone shows the last word alone, which says what it is about. */
const ACTIONS = [
  { words: 'Add New', last: 'Client', page: 'client-onboarding', Icon: IconUserPlus },
  { words: 'Create Workout', last: 'Plan', page: 'ai-planner', Icon: IconBarbell },
  { words: 'Log', last: 'Check-In', page: 'check-in', Icon: IconClipboardPlus },
  { words: 'Send Group', last: 'Message', page: 'notifications', Icon: IconSend },
] as const;

/** Adds the client without leaving the dashboard. In a new tab the link opens its page. */
function addInPlace(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  addingClient.open();
}

/** The usual starts. On a phone they stay within reach of the thumb until the page has scrolled past them. */
export function QuickActionsCard({ coachId }: { coachId: string }) {
  return (
    <Card component="section" aria-label="Quick Actions" className={classes.card}>
      <Title order={2} size="h3" className={classes.title}>
        Quick Actions
      </Title>
      <div className={classes.actions}>
        {ACTIONS.map(({ words, last, page, Icon }) => (
          <Link
            key={page}
            to="/$coachId/$page"
            params={{ coachId, page }}
            className={classes.action}
            {...(page === 'client-onboarding' && { onClick: addInPlace })}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            <span>
              <span className={classes.words}>{words} </span>
              {last}
            </span>
          </Link>
        ))}
      </div>
    </Card>
  );
}
