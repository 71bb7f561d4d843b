import { Button, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import { addingClient } from '../../lib/add-client.ts';
import { isPlanned } from '../../lib/planned-pages.ts';

const ACTIONS = [
  { label: 'Add New Client', page: 'client-onboarding' },
  { label: 'Create Workout Plan', page: 'ai-planner' },
  { label: 'Log Check-In', page: 'check-in' },
  { label: 'Send Group Message', page: 'notifications' },
] as const;

/** Adds the client without leaving the dashboard. In a new tab the link opens its page. */
function addInPlace(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  addingClient.open();
}

export function QuickActionsCard({ coachId }: { coachId: string }) {
  return (
    <SectionCard title="Quick Actions">
      <SimpleGrid minColWidth="150px" autoFlow="auto-fit" spacing={10}>
        {ACTIONS.filter(({ page }) => !isPlanned(`/coach/${coachId}/${page}`)).map(({ label, page }) => (
          <Button
            key={page}
            component={Link}
            to={`/${coachId}/${page}`}
            variant="light"
            px="sm"
            {...(page === 'client-onboarding' && { onClick: addInPlace })}
          >
            {label}
          </Button>
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}
