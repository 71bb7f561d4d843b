import { Anchor, Box, Group, Text } from '@mantine/core';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { IconAlertTriangle, IconBulb, IconTrendingDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { CardState } from './card-state.tsx';

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
            <ul className={rows.divided}>
              {suggestions.map(({ id, type, message, action, clientId }) => {
                const { Icon, color } = LOOK[type];
                return (
                  <Group key={id} component="li" gap="sm" wrap="nowrap" py={10}>
                    <Icon size={20} stroke={1.75} color={color} aria-label={type} />
                    <Box flex={1} miw={0}>
                      <Text size="sm">{message}</Text>
                      <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} size="sm" fw={600}>
                        {action}
                      </Anchor>
                    </Box>
                  </Group>
                );
              })}
            </ul>
          )
        }
      </CardState>
    </SectionCard>
  );
}
