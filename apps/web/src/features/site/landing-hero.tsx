import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { StrideDrawing } from '../../components/stride-drawing.tsx';
import classes from './landing-hero.module.css';

/** The first thing a visitor sees: what this is for, and the two ways to go on. */
export function LandingHero() {
  return (
    <section className={classes.hero} aria-labelledby="claim">
      <div>
        <h1 id="claim" className={classes.claim}>
          Transform Your Coaching Business
        </h1>
        <p className={classes.lead}>
          The AI-powered coach management platform for fitness and weight-management coaches: clients, sessions,
          check-ins and money in one calm place, and an early word when a client is about to drift away.
        </p>
        <div className={classes.ways}>
          <Button component={Link} to="/schedule-demo" size="lg" className={classes.first}>
            Schedule a Demo
          </Button>
          <Button component={Link} to="/contact" size="lg" variant="default">
            Contact Us
          </Button>
        </div>
        <p className={classes.start}>
          Free for your first five clients. <Link to="/pricing">See the plans</Link>
        </p>
      </div>
      {/* Says nothing that the words do not. */}
      <div className={classes.picture} aria-hidden="true">
        <div className={classes.drawing}>
          <StrideDrawing />
        </div>
        <div className={classes.word}>
          <IconBellRinging size={20} stroke={1.75} className={classes.bell} />
          <div>
            <p className={classes.wordTitle}>Maya has gone quiet</p>
            <p className={classes.wordText}>No check-in for 9 days. She used to write every Sunday.</p>
          </div>
        </div>
      </div>
    </section>
  );
}
