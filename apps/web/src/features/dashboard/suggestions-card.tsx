import { Anchor, Stack, Text } from '@mantine/core';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { IconAlertTriangle, IconBulb, IconTrendingDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { SectionCard } from '../../components/section-card.tsx';
import { CardState } from './card-state.tsx';
import classes from './dashboard.module.css';

const LOOK = {
  alert: { Icon: IconAlertTriangle, color: 'var(--risk-high)' },
  warning: { Icon: IconTrendingDown, color: 'var(--risk-moderate)' },
  recommendation: { Icon: IconBulb, color: 'var(--risk-low)' },
};

type SuggestionsCardProps = { coachId: string; dashboard: CoachDashboard; onRetry: () => void };

export function SuggestionsCard({ coachId, dashboard, onRetry }: SuggestionsCardProps) {
  return (
    <SectionCard title="AI Assistant Suggestions">
      <CardState
        card={dashboard.suggestions}
        locked="See who needs you next, and why."
        failed="Failed to load AI suggestions"
        onRetry={onRetry}
      >
        {(suggestions) =>
          suggestions.length === 0 ? (
            <Text c="dimmed">No suggestions available at this time</Text>
          ) : (
            <Stack gap={0} component="ul" className={classes.rows}>
              {suggestions.map(({ id, type, message, action, clientId }) => {
                const { Icon, color } = LOOK[type];
                return (
                  <li key={id} className={classes.row}>
                    <Icon size={20} stroke={1.75} color={color} aria-label={type} />
                    <div className={classes.body}>
                      <Text size="sm">{message}</Text>
                      <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} size="sm" fw={600}>
                        {action}
                      </Anchor>
                    </div>
                  </li>
                );
              })}
            </Stack>
          )
        }
      </CardState>
    </SectionCard>
  );
}
