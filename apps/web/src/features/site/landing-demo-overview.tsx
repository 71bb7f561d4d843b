import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { StatTile } from '../../ui/stat-tile.tsx';
import classes from './landing.module.css';
import { RiskBadge } from './risk-badge.tsx';
import { SamplePerson } from './sample-parts.tsx';
import { DEMO_ALERT, DEMO_STATS } from './site.demo.ts';

export const DemoOverview = () => (
  <div className={classes.split}>
    <Stack justify="space-between" gap="lg">
      {DEMO_STATS.map((stat) => (
        <StatTile key={stat.label} {...stat} />
      ))}
    </Stack>
    <RetentionAlert />
  </div>
);

function RetentionAlert() {
  const [shown, recommendation] = useDisclosure(false);
  const titleId = useId();
  const textId = useId();
  return (
    <Stack component="section" align="flex-start" gap="lg" aria-labelledby={titleId}>
      <Title order={3} size="h2" id={titleId}>
        Client Retention Alert
      </Title>
      <Group gap="sm">
        <SamplePerson {...DEMO_ALERT} />
        <RiskBadge level="high" label="High Risk" />
      </Group>
      <div className={classes.pair}>
        {DEMO_ALERT.facts.map((fact) => (
          <StatTile key={fact.label} {...fact} />
        ))}
      </div>
      <Button onClick={recommendation.toggle} aria-expanded={shown} aria-controls={textId}>
        View Recommendation
      </Button>
      <div id={textId} aria-live="polite">
        {shown && (
          <Paper p="md" bg="var(--pine-tint)" fz="lg">
            {DEMO_ALERT.recommendation}
          </Paper>
        )}
      </div>
    </Stack>
  );
}
