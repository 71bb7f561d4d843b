import { Group, Progress, Text, Title, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { StatTile } from '../../ui/stat-tile.tsx';
import classes from './landing.module.css';
import { RiskBadge } from './risk-badge.tsx';
import { SamplePerson } from './sample-parts.tsx';
import { DEMO_CLIENTS, type DemoClient } from './site.demo.ts';

export function DemoClients() {
  const [selected, setSelected] = useState(DEMO_CLIENTS[0]);
  const panelId = useId();
  return (
    <div className={classes.split}>
      <ul aria-label="Sample clients">
        {DEMO_CLIENTS.map((client) => (
          <li key={client.name}>
            <UnstyledButton
              className={classes.client}
              aria-pressed={client === selected}
              aria-controls={panelId}
              onClick={() => setSelected(client)}
            >
              <SamplePerson {...client} />
              <RiskBadge level={client.level} label={client.risk} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <div id={panelId} aria-live="polite">
        <ClientDetail client={selected} />
      </div>
    </div>
  );
}

function ClientDetail({ client }: { client: DemoClient }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} id={titleId} fz={24}>
        {client.name}
      </Title>
      <Text c="dimmed" size="lg">
        {client.goal}
      </Text>
      <div className={classes.pair} style={{ marginBlock: 28 }}>
        <StatTile label="Weekly change" value={client.weeklyChange} />
        <StatTile label="Total change" value={client.totalChange} />
        <StatTile label="Adherence" value={client.adherence} />
        <StatTile label="Last check-in" value={client.lastCheckIn} />
      </div>
      <Group justify="space-between" c="dimmed" mb="xs">
        <span>Program progress</span>
        <span>
          Week {client.week} of {client.weeks}
        </span>
      </Group>
      <Progress
        value={(client.week / client.weeks) * 100}
        size={10}
        radius="xl"
        color="var(--pine-mark)"
        aria-label="Program progress"
      />
    </section>
  );
}
