import {
  IconActivity,
  IconAlertTriangle,
  IconBellRinging,
  IconCircleCheck,
  IconHeartbeat,
  IconMailForward,
  IconTrendingDown,
} from '@tabler/icons-react';
import { product } from '../../lib/product.ts';
import classes from './landing-retention.module.css';
import { LandingSection } from './landing-section.tsx';

const ITEMS = [
  {
    Icon: IconActivity,
    title: 'Engagement Tracking',
    text: 'Check-ins, logged workouts, messages and visits, drawn as one line for each client.',
  },
  {
    Icon: IconBellRinging,
    title: 'Early Warning System',
    text: 'You hear about a change in a client’s habits while a short message can still turn it.',
  },
  {
    Icon: IconMailForward,
    title: 'Automated Re-engagement',
    text: 'A note in your words goes out after the days of silence that you choose.',
  },
  {
    Icon: IconHeartbeat,
    title: 'Client Health Score',
    text: 'One number from 0 to 100, with the reasons that moved it up or down.',
  },
];

const GROUPS = [
  {
    level: 'high',
    Icon: IconAlertTriangle,
    name: 'High Risk',
    clients: 3,
    sign: 'No check-in for more than a week',
  },
  {
    level: 'moderate',
    Icon: IconTrendingDown,
    name: 'Moderate Risk',
    clients: 5,
    sign: 'Fewer workouts than the month before',
  },
  {
    level: 'low',
    Icon: IconCircleCheck,
    name: 'Highly Engaged',
    clients: 15,
    sign: 'On time with everything they planned',
  },
];

const TOTAL = GROUPS.reduce((sum, { clients }) => sum + clients, 0);

/** How the product keeps clients from leaving unnoticed. */
export function LandingRetention() {
  return (
    <LandingSection
      band
      beside="heading-first"
      title="Notice who is drifting before they cancel"
      lead={`Clients do not leave in one day. ${product.name} reads the small signs and puts the right name in front of you.`}
      points={
        <ul className={classes.items}>
          {ITEMS.map(({ Icon, title, text }) => (
            <li key={title} className={classes.item}>
              <Icon size={22} stroke={1.75} aria-hidden />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      }
    >
      <SampleDashboard />
    </LandingSection>
  );
}

function SampleDashboard() {
  return (
    <figure className={classes.board} aria-label="Sample retention dashboard">
      <figcaption className={classes.caption}>
        <span className={classes.boardTitle}>Retention this week</span>
        <span className={classes.sample}>Sample data</span>
      </figcaption>
      <p className={classes.total}>
        <span>{TOTAL}</span> active clients
      </p>
      <div className={classes.bar} aria-hidden="true">
        {GROUPS.map(({ level, clients }) => (
          <span key={level} data-level={level} style={{ flexGrow: clients }} />
        ))}
      </div>
      <ul>
        {GROUPS.map(({ level, Icon, name, clients, sign }) => (
          <li key={level} className={classes.group}>
            <span className={classes.mark} data-level={level}>
              <Icon size={18} stroke={2} aria-hidden />
            </span>
            <span>
              <span className={classes.groupName}>{name}</span>
              <span className={classes.sign}>{sign}</span>
            </span>
            <span className={classes.count}>
              {clients}
              <span className={classes.unit}>clients</span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
