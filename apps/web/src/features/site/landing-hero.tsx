import { Button } from '@mantine/core';
import { IconCalendarEvent, IconSparkles, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { StrideDrawing } from '../../components/stride-drawing.tsx';
import classes from './site.module.css';

const FEATURES = [
  {
    Icon: IconUsers,
    title: 'Client Management',
    text: 'Every client with goal, check-ins and history, and the ones who went quiet on top.',
  },
  {
    Icon: IconCalendarEvent,
    title: 'Scheduling',
    text: 'Today and the week ahead in your own time zone, with what is still to follow up.',
  },
  {
    Icon: IconSparkles,
    title: 'AI Assistance',
    text: 'Suggestions made from the numbers your clients send, with the reason beside each.',
  },
] as const;

/** The first thing a visitor sees: what this is for, and the two ways to go on. */
export function LandingHero() {
  return (
    <>
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1 className={classes.claim}>Transform Your Coaching Business</h1>
          <p className={classes.lead}>
            The AI-powered coach management platform for fitness and weight-management coaches: clients, sessions,
            check-ins and money in one calm place, and an early word when somebody is about to drift away.
          </p>
          <div className={classes.ways}>
            <Button component={Link} to="/schedule-demo" size="lg" className={classes.first}>
              Schedule a Demo
            </Button>
            <Button component={Link} to="/contact" size="lg" variant="default">
              Contact Us
            </Button>
          </div>
        </div>
        <div className={classes.picture}>
          <StrideDrawing />
        </div>
      </section>
      <section className={classes.features} aria-label="Features">
        {FEATURES.map(({ Icon, title, text }) => (
          <div key={title} className={classes.feature}>
            <Icon size={24} stroke={1.75} aria-hidden />
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
    </>
  );
}
