import { Button, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SectionCard } from '../../components/section-card.tsx';
import { isPlanned } from '../../lib/planned-pages.ts';

const ACTIONS = [
  { label: 'Add New Client', page: 'client-onboarding' },
  { label: 'Create Workout Plan', page: 'ai-planner' },
  { label: 'Log Check-In', page: 'check-in' },
  { label: 'Send Group Message', page: 'notifications' },
] as const;

export function QuickActionsCard({ coachId }: { coachId: string }) {
  return (
    <SectionCard title="Quick Actions">
      <SimpleGrid minColWidth="150px" autoFlow="auto-fit" spacing={10}>
        {ACTIONS.filter(({ page }) => !isPlanned(`/coach/${coachId}/${page}`)).map(({ label, page }) => (
          <Button key={page} component={Link} to={`/${coachId}/${page}`} variant="light" px="sm">
            {label}
          </Button>
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}
