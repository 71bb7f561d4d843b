import { Progress } from '@mantine/core';
import { useId, useState } from 'react';
import { RiskBadge } from '../../components/risk-badge.tsx';
import classes from './landing-demo-clients.module.css';
import { DEMO_CLIENTS, type DemoClient } from './site.demo.ts';

export function DemoClients() {
  const [selected, setSelected] = useState(DEMO_CLIENTS[0]);
  const panelId = useId();
  return (
    <div className={classes.clients}>
      <ul className={classes.list} aria-label="Sample clients">
        {DEMO_CLIENTS.map((client) => (
          <li key={client.name}>
            <button
              type="button"
              className={classes.client}
              aria-pressed={client === selected}
              aria-controls={panelId}
              onClick={() => setSelected(client)}
            >
              <span className={classes.face} aria-hidden="true">
                {client.initials}
              </span>
              <span>
                <span className={classes.name}>{client.name}</span>
                <span className={classes.goal}>{client.goal}</span>
              </span>
              <RiskBadge level={client.level} label={client.risk} />
            </button>
          </li>
        ))}
      </ul>
      <div id={panelId} className={classes.detail} aria-live="polite">
        <ClientDetail client={selected} />
      </div>
    </div>
  );
}

function ClientDetail({ client }: { client: DemoClient }) {
  const titleId = useId();
  const facts = [
    { label: 'Weekly change', value: client.weeklyChange },
    { label: 'Total change', value: client.totalChange },
    { label: 'Adherence', value: client.adherence },
    { label: 'Last check-in', value: client.lastCheckIn },
  ];
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {client.name}
      </h3>
      <p className={classes.plan}>{client.goal}</p>
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.program}>
        <span>Program progress</span>
        <span>
          Week {client.week} of {client.weeks}
        </span>
      </p>
      <Progress
        value={(client.week / client.weeks) * 100}
        size={10}
        radius="xl"
        color="var(--done)"
        aria-label="Program progress"
      />
    </section>
  );
}
