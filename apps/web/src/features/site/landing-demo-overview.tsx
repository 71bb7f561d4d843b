import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { RiskBadge } from '../../components/risk-badge.tsx';
import classes from './landing-demo-overview.module.css';
import { DEMO_ALERT, DEMO_STATS } from './site.demo.ts';

export function DemoOverview() {
  return (
    <div className={classes.overview}>
      <dl className={classes.stats}>
        {DEMO_STATS.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
      <RetentionAlert />
    </div>
  );
}

function RetentionAlert() {
  const [shown, recommendation] = useDisclosure(false);
  const titleId = useId();
  const textId = useId();
  return (
    <section className={classes.alert} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        Client Retention Alert
      </h3>
      <div className={classes.person}>
        <span className={classes.face} aria-hidden="true">
          {DEMO_ALERT.initials}
        </span>
        <span className={classes.name}>{DEMO_ALERT.name}</span>
        <RiskBadge level="high" label="High Risk" />
      </div>
      <dl className={classes.facts}>
        {DEMO_ALERT.facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.fact}>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={recommendation.toggle} aria-expanded={shown} aria-controls={textId} className={classes.more}>
        View Recommendation
      </Button>
      <div id={textId} aria-live="polite">
        {shown && <p className={classes.recommendation}>{DEMO_ALERT.recommendation}</p>}
      </div>
    </section>
  );
}
